/// The page of `explain --html`; the data of a road takes the place of `{{road}}`.
enum PageTemplate {
  static let text = opening + style + body + script + "</script>\n</body>\n</html>\n"

  private static let opening = #"""
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
    <meta name="color-scheme" content="light dark">
    <title>jsonmigrate explain</title>

    """#

  private static let style = #"""
    <style>
    :root {
      --back: #ffffff; --text: #1b1f24; --dim: #656d76; --line: #d0d7de; --panel: #f6f8fa;
      --gone: #ffd7d5; --new: #ccf2d4; --changed: #fff1b8; --moved: #d6e8ff; --focus: #0550ae;
      --key: #0a3069; --string: #116329; --number: #7d2a8f;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --back: #0d1117; --text: #e6edf3; --dim: #9198a1; --line: #30363d; --panel: #161b22;
        --gone: #6b2227; --new: #17522a; --changed: #5c4708; --moved: #16406f; --focus: #79c0ff;
        --key: #a5d6ff; --string: #9be9a8; --number: #e2b6f0;
      }
    }
    * { box-sizing: border-box; }
    body { margin: 0; background: var(--back); color: var(--text); font: 15px/1.5 system-ui, sans-serif; }
    header, main { max-width: 1600px; margin: 0 auto; padding: 0.75rem 1rem; }
    h1 { font-size: 1.25rem; margin: 0; overflow-wrap: anywhere; }
    h2 { font-size: 1rem; margin: 1rem 0 0.25rem; }
    p { margin: 0.25rem 0; color: var(--dim); overflow-wrap: anywhere; }
    nav { display: flex; flex-wrap: wrap; gap: 0.4rem; margin: 0.75rem 0 0; }
    button { font: inherit; color: inherit; background: var(--panel); border: 1px solid var(--line); border-radius: 6px; padding: 0.15rem 0.6rem; cursor: pointer; text-align: left; }
    button[aria-current="step"] { border-color: var(--focus); box-shadow: inset 0 0 0 1px var(--focus); }
    button:disabled { color: var(--dim); cursor: default; }
    :focus-visible { outline: 2px solid var(--focus); outline-offset: 1px; }
    #sides { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; }
    @media (max-width: 800px) { #sides { grid-template-columns: 1fr; } }
    section { min-width: 0; }
    pre { margin: 0; padding: 0.5rem 0; border: 1px solid var(--line); border-radius: 6px; background: var(--panel); overflow: auto; max-height: 65vh; font: 13px/1.5 ui-monospace, Menlo, Consolas, monospace; unicode-bidi: plaintext; }
    .row { display: block; padding-right: 1rem; white-space: pre; min-width: max-content; }
    .sign { display: inline-block; width: 2.2em; text-align: center; color: var(--dim); user-select: none; }
    .fold { display: block; width: 100%; border: 0; border-radius: 0; background: none; color: var(--dim); padding-left: 2.4em; font: inherit; }
    .key { color: var(--key); } .string { color: var(--string); } .number { color: var(--number); }
    .escape { color: var(--dim); font-style: italic; }
    .gone { background: var(--gone); } .new { background: var(--new); }
    .changed { background: var(--changed); } .moved { background: var(--moved); }
    .lit { outline: 2px solid var(--focus); outline-offset: -1px; }
    .legend span { padding: 0 0.4em; border-radius: 4px; color: var(--text); margin-right: 0.4em; }
    #tip { position: fixed; z-index: 1; max-width: min(44rem, 94vw); padding: 0.5rem 0.75rem; background: var(--back); border: 1px solid var(--focus); border-radius: 6px; box-shadow: 0 4px 16px #0006; font-size: 13px; overflow-wrap: anywhere; }
    #tip[hidden] { display: none; }
    #tip code, #rules code { font: 12px/1.5 ui-monospace, Menlo, Consolas, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
    #tip div + div { margin-top: 0.4rem; }
    .dim { color: var(--dim); }
    ol { margin: 0; padding-left: 1.5rem; } li { margin: 0.25rem 0; }
    li ul { padding-left: 1rem; margin: 0; list-style: none; }
    li button { border: 0; background: none; padding: 0; display: block; width: 100%; overflow-wrap: anywhere; font: 12px/1.6 ui-monospace, Menlo, Consolas, monospace; }
    .failure { font: 13px/1.5 ui-monospace, Menlo, Consolas, monospace; white-space: pre-wrap; padding: 0.5rem 0.75rem; color: var(--text); background: var(--gone); }
    kbd { border: 1px solid var(--line); border-radius: 4px; padding: 0 0.3em; font-size: 12px; }
    </style>
    </head>

    """#

  private static let body = #"""
    <body>
    <header>
    <h1 id="name"></h1>
    <p id="about"></p>
    <nav id="steps" aria-label="Steps"></nav>
    <p id="purpose"></p>
    </header>
    <main>
    <noscript><p>This page needs its script, which is part of it: nothing is loaded.</p></noscript>
    <p class="legend"><span class="gone">− gone</span><span class="new">+ new</span><span class="changed">~ changed</span><span class="moved">→ moved</span> Point at a value for its rule. <kbd>←</kbd> <kbd>→</kbd> steps, <kbd>p</kbd> <kbd>n</kbd> changes, <kbd>Esc</kbd> closes.</p>
    <div id="sides">
    <section aria-labelledby="from"><h2 id="from"></h2><pre id="left" tabindex="0" aria-labelledby="from"></pre></section>
    <section aria-labelledby="to"><h2 id="to"></h2><pre id="right" tabindex="0" aria-labelledby="to"></pre></section>
    </div>
    <section><h2>Rules of this step</h2><ol id="rules"></ol></section>
    </main>
    <div id="tip" role="status" hidden></div>
    <script type="application/json" id="road">{{road}}</script>

    """#

  private static let script = #"""
    <script>
    "use strict";
    const road = JSON.parse(document.getElementById("road").textContent);
    const byId = id => document.getElementById(id);
    const signs = { gone: "−", new: "+", changed: "~", moved: "→" };
    // How many lines, and how many edits of a rule, are drawn at once.
    const portion = 500;
    let current = 0, lives = [];

    // Paths are kept as what they have in common with the one before and what follows, edits and
    // values as rows of numbers.
    const paths = [], history = new Map();
    for (let at = 0; at < road.paths.length; at += 2)
      paths.push((at ? paths[paths.length - 1] : "").slice(0, road.paths[at]) + road.paths[at + 1]);
    road.steps.forEach((step, number) => {
      step.edits = step.edits.map(([rule, value, before, after, was, is], edit) => {
        if (!history.has(value)) history.set(value, []);
        history.get(value).push([number, edit]);
        return {
          rule, changed: before === null || after === null || is !== undefined,
          before: before === null ? null : { path: paths[before], value: was },
          after: after === null ? null : { path: paths[after], value: is === undefined ? was : is },
        };
      });
    });

    function element(name, text, className) {
      const made = document.createElement(name);
      if (text !== undefined) made.textContent = text;
      if (className) made.className = className;
      return made;
    }

    // The step of a path to a member, spelled as the command does: `.name`, or `['a name']`.
    function member(name) {
      if (/^[A-Za-z_\u0080-\uffff][0-9A-Za-z_\u0080-\uffff]*$/.test(name)) return "." + name;
      const short = { "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r" };
      return "['" + name.replace(/['\\]/g, "\\$&").replace(/[\u0000-\u001f]/g, sign =>
        short[sign] || "\\u" + sign.charCodeAt(0).toString(16).padStart(4, "0")) + "']";
    }

    // Of a long path the beginning and the end.
    function short(path) {
      return (path.length > 256 ? path.slice(0, 64) + "…" + path.slice(-128) : path).replace(hidden, escaped);
    }

    const count = (number, one, many) => number.toLocaleString("en") + " " + (number === 1 ? one : many);

    // The text as rows of tokens, one member or element a row. The text is valid JSON, and its
    // numbers, keys and escapes are shown as they are written.
    function layOut(text, base) {
      const rows = [];
      let row = { depth: 0, tokens: [] }, place = { path: base, parent: null }, open = [];
      const token = /[ \t\r\n]*([{}\[\],:]|"[^"\\]*(?:\\.[^"\\]*)*"|[^ \t\r\n{}\[\],:"]+)/gy;
      const space = /[ \t\r\n]*/y;
      let key = false, match;
      const add = (text, kind, at) => row.tokens.push({ text, kind, place: at });
      const end = () => { rows.push(row); row = { depth: open.length, tokens: [] }; };
      const enter = () => {
        const top = open[open.length - 1];
        key = !!top && top.isObject;
        if (top && !top.isObject) place = { path: top.place.path + "[" + top.count++ + "]", parent: top.place };
      };
      while ((match = token.exec(text)) !== null) {
        const word = match[1];
        if (word === "{" || word === "[") {
          space.lastIndex = token.lastIndex;
          space.test(text);
          if (text[space.lastIndex] === (word === "{" ? "}" : "]")) {
            add(word + text[space.lastIndex], "mark", place);
            token.lastIndex = space.lastIndex + 1;
            continue;
          }
          add(word, "mark", place);
          open.push({ place, isObject: word === "{", count: 0 });
          end();
          enter();
        } else if (word === "}" || word === "]") {
          const closed = open.pop();
          end();
          add(word, "mark", closed.place);
        } else if (word === ",") {
          add(",", "mark", null);
          end();
          enter();
        } else if (word === ":") {
          add(": ", "mark", null);
        } else if (key) {
          key = false;
          const top = open[open.length - 1];
          place = { path: top.place.path + member(JSON.parse(word)), parent: top.place };
          add(word, "key", place);
        } else {
          add(word, word[0] === '"' ? "string" : "number", place);
        }
      }
      rows.push(row);
      return rows;
    }

    // What a value is in this step: gone, new, changed, moved; nothing if only earlier steps edited
    // it.
    function mark(life) {
      const edits = life.edits.filter(edit => edit[0] === current);
      if (!edits.length) return null;
      if (life.after === null) return "gone";
      if (life.before === null) return "new";
      if (edits.some(([step, edit]) => road.steps[step].edits[edit].changed)) return "changed";
      return life.before === life.after ? null : "moved";
    }

    function find(place, known) {
      const chain = [];
      for (let at = place; at && at.own === undefined; at = at.parent) chain.push(at);
      for (const at of chain.reverse()) {
        const own = known.get(at.path);
        at.own = own === undefined ? (at.parent ? at.parent.own : null) : own;
        at.marking = own !== undefined && lives[own].mark ? own : (at.parent ? at.parent.marking : null);
      }
    }

    // What could act on how text is read becomes visible.
    const hidden = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb]/g;
    const escaped = sign => "\\u" + sign.charCodeAt(0).toString(16).padStart(4, "0");
    function write(into, text) {
      let last = 0;
      for (const match of text.matchAll(hidden)) {
        into.append(text.slice(last, match.index));
        into.append(element("span", escaped(match[0]), "escape"));
        last = match.index + 1;
      }
      into.append(text.slice(last));
    }

    function draw(pre, text, base, side) {
      const known = new Map();
      lives.forEach((life, number) => { if (life[side] !== null) known.set(life[side], number); });
      const rows = layOut(text, base);
      for (const row of rows) {
        row.mark = null;
        for (const token of row.tokens) {
          if (!token.place) continue;
          find(token.place, known);
          if (token.place.marking !== null) row.mark = row.mark || lives[token.place.marking].mark;
        }
      }
      const near = new Uint8Array(rows.length);
      rows.forEach((row, index) => { if (row.mark) near.fill(1, Math.max(0, index - 3), index + 4); });
      if (rows.length < 80) near.fill(1);
      const seen = new Set();
      const lines = (from, to) => rows.slice(from, to).map(row => drawRow(row, seen, side));

      // A button for lines that are not drawn. Those that didn't change open a portion at a time,
      // and others as at the beginning; `show` opens it around one line.
      function fold(from, to) {
        const changes = rows.slice(from, to).filter(row => row.mark).length;
        const button = element("button", "… " + (changes
          ? count(to - from, "more line", "more lines") + ", " + changes.toLocaleString("en") + " changed"
          : count(to - from, "line", "lines") + " unchanged"), "fold");
        button.addEventListener("click", event => {
          const made = changes ? some(from, to) : open(from, from, from + portion, to);
          button.replaceWith(...made);
          const stop = event.detail === 0 && made.find(node => node.focus && (node.matches("button, [data-first]") || node.querySelector("[data-first]")));
          if (stop) (stop.matches("button, [data-first]") ? stop : stop.querySelector("[data-first]")).focus();
        });
        if (changes) button.dataset.first = side;
        button.show = row => {
          if (row < from || row >= to) return false;
          button.replaceWith(...open(from, row - 10, row + 100, to));
          return true;
        };
        return button;
      }

      function open(from, first, last, to) {
        first = Math.max(from, first);
        last = Math.min(to, last);
        return [...(first > from ? [fold(from, first)] : []), ...lines(first, last), ...(last < to ? [fold(last, to)] : [])];
      }

      // What changed and the lines around, as far as a portion reaches.
      function some(from, to) {
        const made = [];
        while (from < to && made.length < portion) {
          let end = from;
          while (end < to && near[end] === near[from] && (!near[end] || made.length + end - from < portion)) end++;
          made.push(...(near[from] ? lines(from, end) : [fold(from, end)]));
          from = end;
        }
        return from < to ? [...made, fold(from, to)] : made;
      }

      pre.replaceChildren(...some(0, rows.length));
      // Draws the first line of one of some values, if it isn't there yet.
      pre.reveal = numbers => {
        if (numbers.some(number => pre.querySelector(`[data-marking="${number}"], [data-marking=""][data-own="${number}"]`))) return;
        const row = rows.findIndex(row => row.tokens.some(token => token.place
          && numbers.includes(String(token.place.marking === null ? token.place.own : token.place.marking))));
        for (const button of pre.querySelectorAll(".fold")) if (row >= 0 && button.show(row)) return;
      };
    }

    function drawRow(row, seen, side) {
      const line = element("span", undefined, "row");
      line.append(element("span", row.mark ? signs[row.mark] : " ", "sign"), "  ".repeat(row.depth));
      for (const token of row.tokens) {
        const span = element("span", undefined, token.kind);
        write(span, token.text);
        if (token.place && (token.place.own !== null || token.place.marking !== null)) {
          const marking = token.place.marking, own = token.place.own;
          if (marking !== null) span.classList.add(lives[marking].mark);
          span.dataset.own = own === null ? "" : own;
          span.dataset.marking = marking === null ? "" : marking;
          const life = marking === null ? own : marking;
          if (!seen.has(life)) { seen.add(life); span.tabIndex = 0; span.dataset.first = side; }
        }
        line.append(span);
      }
      return line;
    }

    function describe(number, edit) {
      const rule = edit.rule === null ? null : road.rules[edit.rule];
      const step = road.steps[number], box = element("div");
      box.append(element("strong", rule ? rule.verb : "version"), " ",
        element("span", (rule ? rule.place + ", " : "") + "version " + step.from + " → " + step.to, "dim"),
        element("br"), element("code", words(edit)));
      if (rule && rule.line) box.append(element("br"), element("code", rule.line, "dim"));
      return box;
    }

    function words(edit) {
      if (!edit.before) return "+ " + short(edit.after.path) + "  " + edit.after.value;
      if (!edit.after) return "− " + short(edit.before.path) + "  " + edit.before.value;
      const places = edit.before.path === edit.after.path
        ? short(edit.before.path) : short(edit.before.path) + " → " + short(edit.after.path);
      return places + (edit.changed ? "  " + edit.before.value + " → " + edit.after.value : "");
    }

    function light(numbers) {
      for (const lit of document.querySelectorAll(".lit")) lit.classList.remove("lit");
      if (!numbers.length) return;
      for (const span of document.querySelectorAll("[data-own]")) {
        if (numbers.includes(span.dataset.marking || span.dataset.own)) span.classList.add("lit");
      }
    }

    function showTip(span) {
      const tip = byId("tip"), shown = new Set();
      tip.replaceChildren();
      for (const number of [span.dataset.own, span.dataset.marking]) {
        if (number === "") continue;
        for (const [step, edit] of lives[number].edits) {
          if (step > current || shown.has(step + ":" + edit)) continue;
          shown.add(step + ":" + edit);
          tip.append(describe(step, road.steps[step].edits[edit]));
        }
      }
      tip.hidden = false;
      const box = span.getBoundingClientRect(), size = tip.getBoundingClientRect();
      const below = box.bottom + 6 + size.height <= innerHeight;
      tip.style.left = Math.max(8, Math.min(box.left, innerWidth - size.width - 8)) + "px";
      tip.style.top = Math.max(8, below ? box.bottom + 6 : box.top - size.height - 6) + "px";
      light([span.dataset.marking || span.dataset.own]);
    }

    function hideTip() { byId("tip").hidden = true; light([]); }

    function scrollTo() {
      for (const side of ["left", "right"]) {
        const pre = byId(side), lit = pre.querySelector(".lit");
        if (lit) pre.scrollTop += lit.getBoundingClientRect().top - pre.getBoundingClientRect().top - pre.clientHeight / 3;
      }
    }

    function show(number) {
      if (number < 0 || number >= road.steps.length) return;
      current = number;
      hideTip();
      const step = road.steps[number];
      lives = step.values.map(([value, before, after]) => ({
        before: before === null ? null : paths[before], after: after === null ? null : paths[after],
        edits: history.get(value).filter(([at]) => at <= number),
      }));
      const touched = new Map();
      lives.forEach((life, number) => {
        life.mark = mark(life);
        for (const [at, edit] of life.edits) if (at === current) touched.set(edit, [String(number)]);
      });
      byId("purpose").textContent = (step.about || "").replace(/[\u0000-\u001f]/g, " ");
      // The version is written once, with the last step; each pane says the one that it shows.
      const isStamped = at => at.edits.some(edit => edit.rule === null);
      const stamp = road.steps.filter(at => at.path === step.path && isStamped(at))
        .flatMap(at => at.edits.filter(edit => edit.rule === null && edit.after))[0];
      const heading = (id, version, shows) => {
        byId(id).textContent = "Version " + version;
        if (stamp && !shows) byId(id).append(" ", element("span",
          short(stamp.after.path) + ": " + version + ", written with the last step", "dim"));
      };
      const isFirst = !road.steps.slice(0, number).some(at => at.path === step.path);
      heading("from", step.from, isFirst);
      heading("to", step.to, isStamped(step));
      draw(byId("left"), road.texts[step.before], step.path, "before");
      if (step.after === null) {
        byId("right").replaceChildren(element("div", road.failure || "", "failure"));
        byId("right").reveal = null;
      } else {
        draw(byId("right"), road.texts[step.after], step.path, "after");
      }
      const rules = byId("rules");
      rules.replaceChildren();
      for (let from = 0, to = 0; from < step.edits.length; from = to) {
        const number = step.edits[from].rule, rule = number === null ? null : road.rules[number];
        while (to < step.edits.length && step.edits[to].rule === number) to++;
        const item = element("li"), list = element("ul");
        item.append(element("strong", rule ? rule.verb : "version"), " ", element("span", rule ? rule.place : "", "dim"), list);
        rules.append(item);
        list.append(...drawEdits(step.edits, from, to, touched));
      }
      if (!step.edits.length) rules.append(element("p", "No rule had anything to do."));
      [...byId("steps").querySelectorAll("[data-step]")].forEach(button => {
        if (Number(button.dataset.step) === number) button.setAttribute("aria-current", "step");
        else button.removeAttribute("aria-current");
      });
      byId("back").disabled = number === 0;
      byId("next").disabled = number === road.steps.length - 1;
    }

    function drawEdits(edits, from, to, touched) {
      const last = Math.min(to, from + portion / 5), made = [];
      const add = (text, click) => {
        const button = element("button", text), line = element("li");
        button.addEventListener("click", () => click(line));
        line.append(button);
        made.push(line);
        return button;
      };
      for (let index = from; index < last; index++) {
        const numbers = touched.get(index) || [];
        const button = add(words(edits[index]), () => {
          for (const side of ["left", "right"]) if (byId(side).reveal) byId(side).reveal(numbers);
          light(numbers);
          scrollTo();
        });
        button.addEventListener("mouseenter", () => light(numbers));
        button.addEventListener("focus", () => light(numbers));
        button.addEventListener("mouseleave", () => light([]));
      }
      if (last < to) add("… " + count(to - last, "more", "more"), line => line.replaceWith(...drawEdits(edits, last, to, touched)));
      return made;
    }

    function go(by) {
      const stops = [...document.querySelectorAll("pre [data-first]")];
      const at = stops.indexOf(document.activeElement);
      const stop = stops[at < 0 ? (by > 0 ? 0 : stops.length - 1) : (at + by + stops.length) % stops.length];
      if (stop) { stop.focus(); stop.scrollIntoView({ block: "nearest", inline: "nearest" }); }
    }

    byId("name").textContent = road.name;
    document.title = road.name + " – jsonmigrate explain";
    byId("about").textContent = road.documents.map(found =>
      (found.path === "$" ? "" : found.path + ": ") + "version " + found.version).join(", ")
      + (road.steps.length ? ", to version " + road.target : ", nothing to do");
    if (road.failure) byId("about").append(element("p", "The road ends early: " + road.failure, "failure"));
    if (road.steps.length) {
      const back = element("button", "◀"), next = element("button", "▶");
      back.id = "back"; next.id = "next";
      back.setAttribute("aria-label", "Previous step"); next.setAttribute("aria-label", "Next step");
      back.addEventListener("click", () => show(current - 1));
      next.addEventListener("click", () => show(current + 1));
      byId("steps").append(back, next);
      road.steps.forEach((step, number) => {
        const button = element("button", (step.path === "$" ? "" : step.path + ": ") + step.from + " → " + step.to);
        button.dataset.step = number;
        button.addEventListener("click", () => show(number));
        byId("steps").append(button);
      });
      show(road.failure ? road.steps.length - 1 : 0);
    } else {
      document.querySelector("main").hidden = true;
    }
    document.addEventListener("mouseover", event => {
      const span = event.target.closest && event.target.closest("[data-own]");
      if (span) showTip(span); else if (!(event.target.closest && event.target.closest("#tip, #rules"))) hideTip();
    });
    document.addEventListener("focusin", event => {
      const span = event.target.closest("[data-own]");
      if (span) showTip(span); else byId("tip").hidden = true;
    });
    document.addEventListener("keydown", event => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const isText = document.activeElement && document.activeElement.tagName === "PRE"
        && document.activeElement.scrollWidth > document.activeElement.clientWidth;
      if (event.key === "ArrowLeft" && !isText) show(current - 1);
      else if (event.key === "ArrowRight" && !isText) show(current + 1);
      else if (event.key === "n") go(1);
      else if (event.key === "p") go(-1);
      else if (event.key === "Escape") hideTip();
      else return;
      event.preventDefault();
    });

    """#
}
