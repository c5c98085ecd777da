/*
 * report.js - makes the tables of a report sort, filter and open, and draws its
 * flame graph; without it the page has all the same to read.
 *
 * Names are from strangers: they become text nodes and nothing else.
 */
(function () {
  'use strict';

  const STEP = 200; // rows that are added to the page at a time
  const ROW = 18; // height of a frame
  const NARROWEST = 1.2; // pixels below which a frame is not drawn
  const DEEPEST = 256;
  const TALL = 48; // above that many frames a tower has to be wider, ...
  const SLIM = 8; // ... so many pixels

  // ---- small things ---------------------------------------------------------

  // element('p', { class: 'hint' }, 'text', child, ...)
  function element(name, attributes, ...children) {
    const e = document.createElement(name);
    for (const key in attributes)
      if (attributes[key] !== undefined && attributes[key] !== false)
        e.setAttribute(key, attributes[key] === true ? '' : attributes[key]);
    e.append(...children);
    return e;
  }

  function grouped(number, decimals, sign) {
    const text = Math.abs(number).toFixed(decimals);
    const zero = !/[1-9]/.test(text);
    const [whole, rest] = text.split('.');
    return (zero ? '' : number < 0 ? '-' : sign ? '+' : '') +
      whole.replace(/\B(?=(\d{3})+$)/g, ',') + (rest ? '.' + rest : '');
  }

  // As the cells of the table have small numbers.
  function brief(number) {
    return number !== null && number < 1e-4 ? number.toExponential(1) : number;
  }

  function percent(part, all) {
    return all > 0 ? ' (' + (100 * part / all).toFixed(2) + '%)' : '';
  }

  // What a filter or search asks for, as a function of a text; null if nothing,
  // undefined if it is no regular expression.
  function matcher(text) {
    text = text.trim();
    if (!text)
      return null;
    if (text[0] === '/') {
      try {
        const regex = new RegExp(text.replace(/^\/|\/$/g, ''), 'i');
        return (name) => regex.test(name);
      } catch (e) {
        return undefined;
      }
    }
    text = text.toLowerCase();
    return (name) => name.toLowerCase().includes(text);
  }

  // The number a cell begins with; none is less than all others.
  function number(text) {
    const found = /^[-+]?[\d,]*\.?\d+(e[-+]?\d+)?/.exec(text);
    return found ? parseFloat(found[0].replace(/,/g, '')) : null;
  }

  // ---- a table --------------------------------------------------------------

  // Rows that are not asked for are not in the page: ten thousand of them
  // would make each change of it slow.
  function Table(place, details, data, section) {
    this.table = place.querySelector('table');
    this.body = this.table.tBodies[0];
    this.data = data;
    this.details = details;
    this.columns = this.table.tHead.rows[0].cells.length;
    this.place = place;
    this.section = section;
    this.top = [];
    this.all = [];
    for (const tr of this.body.rows)
      if (tr.className === 't')
        this.top.push({ tr });
      else
        this.all.push({ tr, nr: this.all.length, name: tr.cells[0].firstChild.data.trim(), values: [] });
    this.body.replaceChildren();
    this.order = this.all;
    this.chosen = this.all;
    this.addTools();
    this.addSorting();
    this.table.addEventListener('click', (event) => {
      const button = event.target.closest('button.x');
      if (button)
        this.open(button);
    });
    window.addEventListener('beforeprint', () => this.show(this.chosen.length));
    this.choose();
  }

  Table.prototype.addTools = function () {
    const tools = element('div', { class: 'tools' });
    this.filter = element('input', {
      type: 'search', autocomplete: 'off', spellcheck: 'false',
      placeholder: 'name or /regex/',
    });
    tools.append(element('label', {}, 'Filter ', this.filter));
    this.filter.addEventListener('input', () => this.choose());
    if (this.all.some((row) => row.tr.className)) {
      this.onlyChanged = element('input', { type: 'checkbox' });
      tools.append(element('label', {}, this.onlyChanged, 'only what is no noise'));
      this.onlyChanged.addEventListener('change', () => this.choose());
    }
    this.status = element('output', { role: 'status' });
    tools.append(this.status);
    this.place.before(tools);
    this.more = element('button', { type: 'button' }, 'Show more rows');
    this.everything = element('button', { type: 'button' }, 'Show all rows');
    this.more.addEventListener('click', () => this.show(this.shown + STEP));
    this.everything.addEventListener('click', () => this.show(this.chosen.length));
    this.after = element('div', { class: 'tools' }, this.more, this.everything);
    this.place.after(this.after);
  };

  Table.prototype.addSorting = function () {
    const heads = Array.from(this.table.tHead.rows[0].cells);
    heads.forEach((th, column) => {
      const button = element('button', { type: 'button' }, ...th.childNodes);
      th.append(button);
      button.addEventListener('click', () => {
        const rising = th.getAttribute('aria-sort') === 'descending' ||
          (th.className === 'text' && th.getAttribute('aria-sort') !== 'ascending');
        heads.forEach((other) => other.removeAttribute('aria-sort'));
        th.setAttribute('aria-sort', rising ? 'ascending' : 'descending');
        this.sort(column, th.className !== 'text', rising);
      });
    });
  };

  Table.prototype.value = function (row, column, numeric) {
    if (row.values[column] === undefined) {
      const text = column ? row.tr.cells[column].textContent : row.name;
      row.values[column] = numeric ? number(text) : text;
    }
    return row.values[column];
  };

  Table.prototype.sort = function (column, numeric, rising) {
    const sign = rising ? 1 : -1;
    for (const row of this.all)
      this.value(row, column, numeric);
    this.order = this.all.slice().sort((a, b) => {
      const x = a.values[column], y = b.values[column];
      if (x === null || y === null) // no value is last either way
        return (x === null) - (y === null) || a.nr - b.nr;
      return x < y ? -sign : x > y ? sign : a.nr - b.nr;
    });
    this.choose();
  };

  Table.prototype.choose = function () {
    const matches = matcher(this.filter.value);
    const only = this.onlyChanged && this.onlyChanged.checked;
    this.filter.setAttribute('aria-invalid', matches === undefined);
    this.chosen = !matches && !only ? this.order :
      this.order.filter((row) => (!only || row.tr.className) &&
        (!matches || matches(row.name)));
    this.body.replaceChildren(...this.top.map((row) => row.tr));
    this.shown = 0;
    this.show(STEP);
  };

  Table.prototype.show = function (nr) {
    const until = Math.min(nr, this.chosen.length);
    const fragment = document.createDocumentFragment();
    for (; this.shown < until; this.shown++) {
      const row = this.chosen[this.shown];
      if (!row.button)
        this.addButton(row);
      fragment.append(row.tr);
      if (row.opened)
        fragment.append(row.opened);
    }
    this.body.append(fragment);
    const all = this.all.length, chosen = this.chosen.length;
    this.status.textContent = grouped(chosen, 0) +
      (chosen < all ? ' of ' + grouped(all, 0) : '') + (all === 1 ? ' row' : ' rows') +
      (this.shown < chosen ? ', ' + grouped(this.shown, 0) + ' shown' : '') +
      (this.filter.getAttribute('aria-invalid') === 'true' ? '; no regular expression' : '');
    this.after.hidden = this.shown >= chosen;
  };

  Table.prototype.addButton = function (row) {
    row.button = element('button', {
      type: 'button', class: 'x', 'aria-expanded': 'false',
      'aria-label': 'Details of ' + row.name,
    });
    row.button.row = row;
    row.tr.cells[0].prepend(row.button);
  };

  // ---- what there is to know of a row ---------------------------------------

  Table.prototype.open = function (button) {
    const row = button.row;
    if (row.opened) {
      row.opened.remove();
      row.opened = null;
    } else {
      row.opened = element('tr', { class: 'd' },
        element('td', { colspan: this.columns }, ...this.about(row)));
      row.tr.after(row.opened);
    }
    button.setAttribute('aria-expanded', String(Boolean(row.opened)));
  };

  const verdicts = { m: 'more: a change, not noise', l: 'less: a change, not noise' };

  Table.prototype.about = function (row) {
    const known = (this.details[row.nr] || []).slice();
    const object = known.length && typeof known[known.length - 1] === 'object' &&
      known[known.length - 1] !== null ? known.pop() : {};
    const list = element('dl', {});
    const say = (name, value) => {
      if (value !== null && value !== undefined && value !== '')
        list.append(element('dt', {}, name), element('dd', {}, String(value)));
    };
    say('what happened', object.what);
    say('verdict', verdicts[row.tr.className]);
    say('source', object.place);
    say('parts', (object.parts || []).join(', '));
    if (this.data.both && known.length) {
      say('share of base', known[0] === null ? '' : known[0] + '%');
      say('share of test', known[1] === null ? '' : known[1] + '%');
      say('z', known[2]);
      say('p', brief(known[3]));
    }
    if (object.through)
      say('with all it called', this.counts(object.through[0], object.through[1]));
    const parts = list.childNodes.length ? [list] : [];
    const calls = element('div', { class: 'calls' });
    this.addLines(calls, object.lines, object.rest);
    this.addCalls(calls, 'Called by', object.callers, object.through);
    this.addCalls(calls, 'It called', object.callees, null);
    if (calls.childNodes.length)
      parts.push(calls);
    return parts.length ? parts :
      [element('p', {}, 'Nothing more is known of it.')];
  };

  Table.prototype.counts = function (base, test) {
    const units = this.data.units;
    const decimals = units[0] === 1 && units[1] === 1 ? 0 : 1;
    const b = base * units[0], t = test * units[1];
    return this.data.both ? 'base ' + grouped(b, decimals) + ', test ' +
      grouped(t, decimals) + ': ' + grouped(t - b, decimals, true) : grouped(b, decimals);
  };

  // One decimal: ticks of a line are parts of those of its step.
  Table.prototype.addLines = function (place, lines, rest) {
    if (!lines)
      return;
    const body = element('tbody', {});
    const add = (name, base, test) => {
      const cells = [base, test].map((n) => element('td', {}, grouped(n, 1)));
      body.append(element('tr', {}, element('th', { scope: 'row' }, ...name), ...cells,
        element('td', {}, grouped(test - base, 1, true))));
    };
    for (const [name, file, line, base, test, text] of lines)
      add([(file || '?') + ':' + line + ' ' + name,
        ...(text === null ? [] : [element('br', {}), text.trim()])], base, test);
    if (rest[0] || rest[1])
      add(['(the rest)'], rest[0], rest[1]);
    const head = (text) => element('th', { scope: 'col' }, text);
    place.append(element('table', {}, element('caption', {}, 'Its lines'),
      element('thead', {}, element('tr', {}, element('td', {}),
        head('base'), head('test'), head('delta'))), body));
  };

  Table.prototype.addCalls = function (place, caption, calls, through) {
    if (!calls || !calls.length)
      return;
    const units = this.data.units, both = this.data.both;
    const decimals = units[0] === 1 && units[1] === 1 ? 0 : 1;
    const body = element('tbody', {});
    const add = (name, base, test) => {
      const b = base * units[0], t = test * units[1];
      body.append(element('tr', {}, element('th', { scope: 'row' }, name),
        element('td', {}, grouped(b, decimals)),
        ...(both ? [element('td', {}, grouped(t, decimals)),
          element('td', {}, grouped(t - b, decimals, true))] : [])));
    };
    let base = 0, test = 0;
    for (const [name, b, t] of calls) {
      add(name < 0 ? '(nobody: the chain begins here)' : this.data.names[name], b, t);
      base += b;
      test += t;
    }
    if (through && (base < through[0] || test < through[1]))
      add('(others)', through[0] - base, through[1] - test);
    const head = (text) => element('th', { scope: 'col' }, text);
    place.append(element('table', {}, element('caption', {}, caption),
      element('thead', {}, element('tr', {}, element('td', {}),
        ...(both ? [head('base'), head('test'), head('delta')] : [head('count')]))),
      body));
  };

  // ---- call chains ----------------------------------------------------------

  // data.frames as objects; the parent, and the frame behind all it called.
  function readFrames(data) {
    const frames = [], open = [];
    for (let i = 0; i < data.frames.length; i += 6) {
      const depth = data.frames[i + 1], nr = frames.length;
      while (open.length > depth)
        frames[open.pop()].next = nr;
      frames.push({
        name: data.names[data.frames[i] >> 1] + (data.frames[i] & 1 ? ' (inlined)' : ''),
        depth, parent: depth ? open[depth - 1] : -1, next: 0,
        base: data.frames[i + 2], test: data.frames[i + 3],
        baseSelf: data.frames[i + 4], testSelf: data.frames[i + 5],
      });
      open.push(nr);
    }
    while (open.length)
      frames[open.pop()].next = frames.length;
    return frames;
  }

  let graphs = 0;

  // ELIDED: only what the other graph has no width for.
  function Graph(place, all, elided) {
    this.all = all;
    this.frames = all.frames;
    this.elided = elided;
    this.root = 0;
    this.current = 0;
    this.id = 'g' + graphs++;
    this.caption = element('p', { class: 'hint' });
    this.box = element('div', { class: 'flame', role: 'tree' });
    place.append(this.caption, this.box);
    this.box.addEventListener('click', (event) => this.withFrame(event, (i) => this.zoom(i)));
    this.box.addEventListener('mouseover', (event) => this.withFrame(event, (i) => all.tell(i)));
    this.box.addEventListener('focusin', (event) => this.withFrame(event, (i) => {
      this.current = i;
      all.tell(i);
    }));
    this.box.addEventListener('keydown', (event) => this.key(event));
  }

  Graph.prototype.withFrame = function (event, then) {
    const frame = event.target.closest('.frame');
    if (frame && frame.nr !== undefined)
      then(frame.nr);
  };

  // How wide each frame is, in counts a run.
  Graph.prototype.measure = function () {
    const { frames, data } = this.all, width = this.all.width;
    const [ub, ut] = data.units;
    this.value = new Float64Array(frames.length);
    if (!this.elided) {
      frames.forEach((f, i) => {
        this.value[i] = !data.both || width === 'base' ? f.base * ub :
          width === 'test' ? f.test * ut : f.base * ub + f.test * ut;
      });
      return;
    }
    for (let i = frames.length - 1; i >= 0; i--) {
      const f = frames[i];
      if (width === 'test' && !f.test)
        this.value[i] = f.base * ub;
      else if (width === 'base' && !f.base)
        this.value[i] = f.test * ut;
      if (i)
        this.value[f.parent] += this.value[i];
    }
  };

  Graph.prototype.draw = function () {
    const all = this.all, frames = this.frames;
    const gone = all.width === 'test';
    this.measure();
    this.box.hidden = this.caption.hidden = this.elided && !(this.value[0] > 0);
    if (!(this.value[this.root] > 0))
      this.root = 0;
    if (this.box.hidden)
      return;
    if (this.elided) {
      const side = gone ? 'base' : 'test';
      const sum = frames[0][side] * all.data.units[gone ? 0 : 1];
      this.caption.textContent = 'Only in ' + side + ', on a scale of its own: ' +
        grouped(this.value[0], all.decimals) + percent(this.value[0], sum) + ' of ' + side;
    } else {
      this.caption.hidden = true;
    }
    this.box.setAttribute('aria-label', this.elided ? 'Chains of one side only' :
      'Call chains, callers above what they called');
    const total = this.box.clientWidth || 1000;
    const scale = total / this.value[this.root];
    const boxes = document.createDocumentFragment();
    const left = new Float64Array(frames.length), small = new Float64Array(frames.length);
    const drawn = [];
    let deepest = 0, path = [];
    for (let i = this.root; i >= 0; i = frames[i].parent)
      path.unshift(i);
    for (const i of path) {
      left[i] = 0;
      drawn.push(i);
      boxes.append(this.frame(i, 0, total, total));
      deepest = frames[i].depth;
    }
    for (let i = this.root + 1; i < frames[this.root].next;) {
      const f = frames[i], width = this.value[i] * scale;
      const depth = f.depth - frames[this.root].depth;
      if (width < (depth > TALL ? SLIM : NARROWEST) || depth > DEEPEST) {
        small[f.parent] += this.value[i] * scale;
        i = f.next;
        continue;
      }
      left[i] = left[f.parent];
      left[f.parent] += width;
      drawn.push(i);
      boxes.append(this.frame(i, left[i], width, total));
      deepest = Math.max(deepest, f.depth);
      i++;
    }
    for (const i of drawn)
      if (small[i] >= NARROWEST) {
        boxes.append(this.box1('frame s thin', left[i], frames[i].depth + 1, small[i], total));
        deepest = Math.max(deepest, frames[i].depth + 1);
      }
    this.drawn = drawn;
    this.box.replaceChildren(boxes);
    this.box.style.height = (deepest + 1) * ROW + 'px';
    if (!drawn.includes(this.current))
      this.current = this.root;
    this.setCurrent(this.current, false);
  };

  Graph.prototype.box1 = function (name, left, depth, width, total) {
    const e = document.createElement('div');
    e.className = name;
    e.style.left = 100 * left / total + '%';
    e.style.width = 100 * width / total + '%';
    e.style.top = depth * ROW + 'px';
    if (name.includes(' s '))
      e.setAttribute('aria-hidden', 'true');
    return e;
  };

  Graph.prototype.frame = function (i, left, width, total) {
    const f = this.frames[i], all = this.all;
    const mark = f.depth && all.data.both ? !f.base ? ' new' : !f.test ? ' gone' : '' : '';
    const e = this.box1('frame ' + all.color(f) + mark + (width < 10 ? ' thin' : '') +
      (all.matches && f.depth && all.matches(f.name) ? ' found' : ''),
    left, f.depth, width, total);
    if (width >= 24)
      e.textContent = (mark === ' new' ? '+ ' : mark === ' gone' ? '- ' : '') + f.name;
    e.id = this.id + '-' + i;
    e.nr = i;
    e.title = all.text(i);
    e.setAttribute('role', 'treeitem');
    e.setAttribute('aria-level', f.depth + 1);
    e.setAttribute('aria-label', e.title);
    e.setAttribute('aria-selected', String(i === this.root));
    if (f.next > i + 1)
      e.setAttribute('aria-expanded', 'true');
    e.tabIndex = -1;
    return e;
  };

  Graph.prototype.at = function (i) {
    return document.getElementById(this.id + '-' + i);
  };

  Graph.prototype.setCurrent = function (i, focus) {
    const old = this.at(this.current), now = this.at(i);
    if (old)
      old.tabIndex = -1;
    if (!now)
      return;
    this.current = i;
    now.tabIndex = 0;
    if (focus)
      now.focus();
  };

  Graph.prototype.zoom = function (i) {
    const focus = this.box.contains(document.activeElement);
    this.root = i;
    this.current = i;
    this.draw();
    this.all.zoomed();
    this.setCurrent(i, focus);
    this.all.tell(i);
  };

  // Arrows walk the tree as it is drawn: down is what was called.
  Graph.prototype.key = function (event) {
    const frames = this.frames, i = this.current;
    const drawn = this.drawn.slice().sort((a, b) => a - b);
    const row = drawn.filter((n) => frames[n].depth === frames[i].depth);
    const at = row.indexOf(i);
    let to;
    switch (event.key) {
    case 'ArrowDown':
      to = drawn.find((n) => frames[n].parent === i);
      break;
    case 'ArrowUp':
      to = frames[i].parent;
      break;
    case 'ArrowRight':
      to = row[at + 1];
      break;
    case 'ArrowLeft':
      to = row[at - 1];
      break;
    case 'Home':
      to = drawn[0];
      break;
    case 'Enter':
    case ' ':
      event.preventDefault();
      this.zoom(i);
      return;
    case 'Escape':
    case 'Backspace':
      event.preventDefault();
      this.zoom(this.root ? frames[this.root].parent : 0);
      return;
    default:
      return;
    }
    event.preventDefault();
    if (to !== undefined && to >= 0)
      this.setCurrent(to, true);
  };

  // The graph, its twin of what has no width, and what stands above them.
  function Flame(place, data) {
    this.data = data;
    this.frames = readFrames(data);
    this.width = data.width;
    this.decimals = data.units[0] === 1 && data.units[1] === 1 ? 0 : 1;
    this.most = 0;
    if (data.both)
      for (const f of this.frames)
        this.most = Math.max(this.most, Math.abs(this.change(f)));
    this.addTools(place);
    this.graphs = [new Graph(place, this, false)];
    if (data.both)
      this.graphs.push(new Graph(place, this, true));
    this.draw();
    let old = place.clientWidth;
    new ResizeObserver(() => {
      if (Math.abs(place.clientWidth - old) > 20) {
        old = place.clientWidth;
        this.draw();
      }
    }).observe(place);
  }

  Flame.prototype.addTools = function (place) {
    const tools = element('div', { class: 'tools' });
    this.search = element('input', {
      type: 'search', autocomplete: 'off', spellcheck: 'false', placeholder: 'name or /regex/',
    });
    this.search.addEventListener('input', () => this.find());
    this.reset = element('button', { type: 'button', disabled: true }, 'Reset zoom');
    this.reset.addEventListener('click', () => {
      this.graphs.forEach((g) => { g.root = 0; });
      this.draw();
      this.zoomed();
    });
    tools.append(element('label', {}, 'Search frames ', this.search), this.reset);
    if (this.data.both) {
      const select = element('select', {},
        ...['test', 'base', 'both'].map((name) =>
          element('option', { value: name, selected: name === this.width }, name)));
      select.addEventListener('change', () => {
        this.width = select.value;
        this.draw();
      });
      tools.append(element('label', {}, 'Width by ', select));
    }
    this.found = element('output', { role: 'status' });
    tools.append(this.found);
    place.append(tools, this.legend());
    this.about = element('p', { class: 'about', 'aria-hidden': 'true' },
      'Point at a frame, or walk with the arrow keys; a click or Enter zooms in, Escape out.');
    place.append(this.about);
  };

  Flame.prototype.legend = function () {
    const legend = element('p', { class: 'legend' });
    if (!this.data.both) {
      legend.append('As wide as what a function has with all that it called.');
      return legend;
    }
    legend.append('Change in a frame itself: ' + grouped(-this.most, this.decimals, true) + ' less');
    const boxes = element('span', { 'aria-hidden': 'true' });
    for (const name of ['l5', 'l4', 'l3', 'l2', 'l1', 'n', 'm1', 'm2', 'm3', 'm4', 'm5'])
      boxes.append(element('span', { class: 'frame box ' + name }));
    legend.append(boxes, grouped(this.most, this.decimals, true) + ' more',
      element('span', { class: 'frame box new n', 'aria-hidden': 'true' }), '+ only in test',
      element('span', { class: 'frame box gone n', 'aria-hidden': 'true' }), '- only in base');
    return legend;
  };

  Flame.prototype.change = function (f) {
    return f.testSelf * this.data.units[1] - f.baseSelf * this.data.units[0];
  };

  // As picture_flame.c has it.
  Flame.prototype.color = function (f) {
    if (!f.depth)
      return 'n';
    if (!this.data.both)
      return 'u';
    const change = this.change(f);
    const part = this.most > 0 ? Math.sqrt(Math.abs(change) / this.most) : 0;
    if (part < 0.1)
      return 'n';
    return (change > 0 ? 'm' : 'l') + Math.min(5, Math.ceil(part * 5));
  };

  Flame.prototype.counts = function (base, test) {
    const [ub, ut] = this.data.units, root = this.frames[0], d = this.decimals;
    const b = base * ub, t = test * ut;
    if (!this.data.both)
      return grouped(b, d) + percent(b, root.base * ub);
    return 'base ' + grouped(b, d) + percent(b, root.base * ub) + ', test ' +
      grouped(t, d) + percent(t, root.test * ut) + ': ' + grouped(t - b, d, true) +
      (!base && test ? ' (new)' : base && !test ? ' (gone)' :
        base ? ' (' + grouped(100 * (t - b) / b, 1, true) + '%)' : '');
  };

  Flame.prototype.text = function (i) {
    const f = this.frames[i];
    return f.name + '\n' + this.counts(f.base, f.test) +
      ((f.baseSelf || f.testSelf) && (f.baseSelf !== f.base || f.testSelf !== f.test) ?
        '\nitself: ' + this.counts(f.baseSelf, f.testSelf) : '');
  };

  Flame.prototype.tell = function (i) {
    this.about.textContent = this.text(i);
  };

  Flame.prototype.draw = function () {
    this.graphs.forEach((g) => g.draw());
  };

  Flame.prototype.zoomed = function () {
    this.reset.disabled = this.graphs.every((g) => !g.root);
  };

  // Mark what matches, and say how much it has; under a match nothing counts again.
  Flame.prototype.find = function () {
    const matches = matcher(this.search.value);
    let nr = 0, base = 0, test = 0, end = 0;
    this.matches = matches || null;
    this.search.setAttribute('aria-invalid', matches === undefined);
    this.draw();
    if (!matches) {
      this.found.textContent = matches === undefined ? 'no regular expression' : '';
      return;
    }
    this.frames.forEach((f, i) => {
      if (!i || !matches(f.name))
        return;
      nr++;
      if (i >= end) {
        end = f.next;
        base += f.base;
        test += f.test;
      }
    });
    this.found.textContent = grouped(nr, 0) + (nr === 1 ? ' frame' : ' frames') +
      (nr ? '; ' + this.counts(base, test) : '');
  };

  // ---- all of it ------------------------------------------------------------

  function begin(section) {
    const data = JSON.parse(document.getElementById(section.id + '-data').textContent);
    for (const name of ['rows', 'uncertain']) {
      const place = document.getElementById(section.id + '-' + name);
      if (place)
        new Table(place, data[name], data, section);
    }
    const place = document.getElementById(section.id + '-flame');
    if (place && data.frames.length)
      new Flame(place, data);
  }

  // Until the tables are in order, only their first rows are laid out.
  document.documentElement.className = 'js';
  document.addEventListener('DOMContentLoaded', () => {
    document.querySelectorAll('main > section').forEach(begin);
    document.documentElement.className = 'ready';
  });
})();
