// Opens the closed scopes of a picture where they stand, and folds open ones.
//
// A drawing makes room by stretching its page: in x as far as a box that opens has to grow, in y below
// its row. Where nothing but a folded scope is, the page shrinks in y. Boxes keep their size, and the
// ends of lines move with the boxes that they touch.
(() => {
  const MARGIN = 14, STRIP = 18, HEAD = 28;
  const root = document.currentScript.parentElement;
  const insides = new Map(
    [...root.querySelectorAll("details")].map(part => [part.dataset.scope, part.querySelector("svg")])
  );

  const numbers = (element, ...names) => names.map(name => Number(element.getAttribute(name)));
  const write = (element, values) => {
    for (const name in values) element.setAttribute(name, values[name]);
  };
  const act = (element, does) => {
    write(element, { tabindex: 0, role: "button" });
    element.addEventListener("click", does);
    element.addEventListener("keydown", event => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      event.stopPropagation();
      does();
    });
  };
  const curve = ([x, y], [toX, toY]) => {
    const half = (y + toY) / 2;
    return `M${x} ${y}C${x} ${half} ${toX} ${half} ${toX} ${toY}`;
  };

  const within = (frame, { x, y, w, h }) =>
    frame.x < x && frame.y < y && frame.x + frame.w > x + w && frame.y + frame.h > y + h;

  class Drawing {
    constructor(svg, outer) {
      Object.assign(this, { svg, outer, opened: new Set() });
      [this.width, this.height] = numbers(svg, "width", "height");
      this.content = svg.querySelector("g");
      this.frames = [...svg.querySelectorAll("g.open")].map(group => this.item(group, 0));
      this.boxes = [...svg.querySelectorAll("g[data-name]")].map(group => {
        const strips = [".value", ".side"].filter(kind => group.querySelector(kind)).length;
        return this.item(group, STRIP * strips);
      });
      this.lines = [...this.content.querySelectorAll(".line")].map(path => this.line(path));
      for (const box of this.boxes) this.prepare(box);
      for (const frame of this.frames.slice(outer ? 1 : 0)) this.foldable(frame);
      svg.setAttribute("role", "group");
    }

    item(group, below) {
      const rect = group.querySelector(".box");
      const [x, y, w, h] = numbers(rect, "x", "y", "width", "height");
      return { group, rect, x, y, w, h: h + below };
    }

    line(path) {
      const found = path.getAttribute("d").matchAll(/M([\d.-]+) ([\d.-]+)(?:V([\d.-]+)|C(?:[\d.-]+ ){4}([\d.-]+) ([\d.-]+))/g);
      const pairs = [...found].map(([, x, y, down, toX, toY]) => [[+x, +y], [+(toX ?? x), +(down ?? toY)]]);
      const touched = ([x, y]) => this.boxes.find(box =>
        Math.abs(x - box.x - box.w / 2) < box.w / 2 + 30 &&
        Math.min(Math.abs(y - box.y), Math.abs(y - box.y - box.h)) < 1);
      const ends = pairs.map(pair => pair.map(point => ({ point, box: touched(point) })));
      const group = path.parentElement;
      return { group, path, tip: group.querySelector(".tip"), ends };
    }

    // The smallest frame around an item, and the bottom of the row of items in it.
    prepare(box) {
      const inner = insides.get(box.group.dataset.name);
      if (!inner || !box.group.classList.contains("closed")) return;
      const around = item => this.frames.filter(frame => within(frame, item)).sort((a, b) => a.w - b.w)[0];
      const middle = box.y + box.h / 2;
      const mates = [...this.boxes, ...this.frames].filter(item => around(item) === around(box) && item.y <= middle && item.y + item.h >= middle);
      box.row = Math.max(...mates.map(item => item.y + item.h)) + 0.5;
      box.open = () => {
        box.inner ??= new Drawing(inner, this);
        const head = box.inner.svg.querySelector(".head");
        if (!head.hasAttribute("role")) {
          head.textContent = `− ${head.textContent}`;
          write(head, { "aria-expanded": true, "aria-label": `${box.group.dataset.name}: fold` });
          act(head, box.close);
        }
        this.content.append(box.inner.svg);
        this.opened.add(box);
        this.layout();
        head.focus({ preventScroll: true });
        box.inner.svg.scrollIntoView({ block: "nearest" });
      };
      box.close = () => {
        box.inner.svg.remove();
        this.opened.delete(box);
        this.layout();
        box.group.focus({ preventScroll: true });
      };
      box.group.classList.add("opens");
      write(box.group, { "aria-expanded": false, "aria-label": box.group.querySelector("title").textContent });
      act(box.group, () => box.open());
    }

    foldable(frame) {
      const head = frame.group.querySelector(".head"), label = head.textContent;
      frame.content = [...this.boxes, ...this.frames].filter(item => within(frame, item));
      const holds = ({ point: [x, y] }) =>
        x > frame.x && x < frame.x + frame.w && y >= frame.y && y <= frame.y + frame.h;
      frame.content.push(...this.lines.filter(line => line.ends.flat().every(holds)));
      const show = () => {
        head.textContent = `${frame.folded ? "+" : "−"} ${label}`;
        write(head, { "aria-expanded": !frame.folded, "aria-label": `scope ${label}` });
      };
      act(head, () => {
        frame.folded = !frame.folded;
        show();
        this.layout();
      });
      show();
    }

    // What is hidden in folded scopes, and the stretches of the page from top to bottom that only they fill.
    folds() {
      const folded = this.frames.filter(frame => frame.folded);
      const hidden = new Set(folded.flatMap(frame => frame.content));
      const shown = items => items.filter(item => !hidden.has(item));
      const solid = [
        ...shown(this.boxes).map(box => [box.y, box.y + box.h]),
        ...shown(this.frames).map(frame => [frame.y, frame.y + HEAD]),
      ];
      const bodies = shown(folded).map(frame => [frame.y + HEAD, frame.y + frame.h]);
      const edges = [...new Set([...solid, ...bodies].flat())].sort((a, b) => a - b);
      const cuts = edges.slice(1).map((to, i) => [edges[i], to]).filter(([from, to]) =>
        bodies.some(body => body[0] <= from && body[1] >= to) &&
        !solid.some(part => part[0] < to && part[1] > from));
      return [hidden, cuts];
    }

    get size() {
      return [this.width - 2 * MARGIN + this.wider, this.height - 2 * MARGIN + this.higher];
    }

    layout() {
      for (const box of this.opened) if (box.inner.wider === undefined) box.inner.layout();
      const [hidden, cuts] = this.folds();
      for (const item of [...this.boxes, ...this.frames, ...this.lines])
        item.group.style.display = hidden.has(item) || this.opened.has(item) ? "none" : "";
      const open = [...this.opened].filter(box => !hidden.has(box));
      for (const box of this.opened) box.inner.svg.style.visibility = hidden.has(box) ? "hidden" : "";
      const spans = open.map(box => [box.x, box.x + box.w, box.inner.size[0] / box.w]);
      const marks = [...new Set(spans.flatMap(([from, to]) => [from, to]))].sort((a, b) => a - b);
      const stretches = marks.slice(1).map((to, i) => {
        const over = spans.filter(span => span[0] <= marks[i] && span[1] >= to);
        return [marks[i], to, Math.max(1, ...over.map(span => span[2]))];
      });
      const rows = new Map();
      for (const box of open)
        rows.set(box.row, Math.max(rows.get(box.row) ?? 0, box.inner.size[1] - box.h));
      const across = x => stretches.reduce((sum, [from, to, by]) => sum + (by - 1) * (Math.max(from, Math.min(to, x)) - from), x);
      const grown = y => [...rows].reduce((sum, [row, by]) => (row < y ? sum + by : sum), y);
      const down = y => cuts.reduce((sum, [from, to]) => sum - (Math.max(from, Math.min(to, y)) - from), grown(y));
      this.place(across, down);
      if (this.outer) this.outer.layout();
    }

    place(across, down) {
      for (const box of this.boxes) {
        box.dx = across(box.x + box.w / 2) - box.x - box.w / 2;
        box.dy = down(box.y) - box.y;
        box.group.setAttribute("transform", `translate(${box.dx} ${box.dy})`);
      }
      for (const box of this.opened) {
        const [width, height] = box.inner.size;
        const x = box.x + box.w / 2 + box.dx - width / 2;
        write(box.inner.svg, { x, y: box.y + box.dy, width, height });
        Object.assign(box.inner.svg.style, { maxWidth: "none", width: `${width}px`, height: `${height}px` });
      }
      for (const { rect, group, x, y, w, h } of this.frames) {
        const [left, right, top, bottom] = [across(x), across(x + w), down(y), down(y + h)];
        write(rect, { x: left, y: top, width: right - left, height: bottom - top });
        for (const text of group.querySelectorAll("text")) {
          const aside = text.classList.contains("side") ? right - x - w : left - x;
          text.setAttribute("transform", `translate(${aside} ${top - y})`);
        }
      }
      const moved = ({ point: [x, y], box }) => {
        if (!box) return [across(x), down(y + 1)]; // past a row means below it
        const grown = this.opened.has(box) && y > box.y + 1 ? Math.max(0, box.inner.size[1] - box.h) : 0;
        return [x + box.dx, y + box.dy + grown];
      };
      for (const { path, tip, ends } of this.lines) {
        path.setAttribute("d", ends.map(([start, end]) => curve(moved(start), moved(end))).join(""));
        if (!tip) continue;
        const at = tip.at ??= tip.getAttribute("d").match(/[\d.-]+/g).slice(0, 2).map(Number);
        const end = ends.flat().find(({ point: [x, y] }) => Math.abs(x - at[0]) + Math.abs(y - at[1]) < 0.2);
        const [x, y] = end ? moved(end) : [across(at[0]), down(at[1])];
        tip.setAttribute("transform", `translate(${x - at[0]} ${y - at[1]})`);
      }
      this.resize(across(this.width) - this.width, down(this.height) - this.height);
    }

    resize(wider, higher) {
      Object.assign(this, { wider, higher });
      const [width, height] = [this.width + wider, this.height + higher];
      const paper = this.svg.querySelector(".paper"), legend = this.svg.querySelector(":scope > .legend");
      write(paper, { width, height });
      if (legend) legend.style.translate = `0 ${higher}px`;
      const edge = this.outer ? MARGIN : 0;
      this.svg.setAttribute("viewBox", `${edge} ${edge} ${width - 2 * edge} ${height - 2 * edge}`);
      if (!this.outer) write(this.svg, { width, height });
    }
  }

  root.classList.add("live");
  new Drawing(root.querySelector("svg"), null);
})();
