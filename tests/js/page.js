// A page for scripts that need a little of one: a document of elements without a look.

const VOID = /\/$/;

export class FakeElement {
  constructor(name) {
    this.name = name;
    this.parentNode = null;
    this.nodes = [];
    this.attributes = new Map();
    this.hidden = false;
  }

  get children() { return this.nodes.filter((one) => one instanceof FakeElement); }

  get firstChild() { return this.nodes[0] || null; }

  getAttribute(name) { return this.attributes.get(name) ?? null; }

  setAttribute(name, value) { this.attributes.set(name, String(value)); }

  get textContent() { return this.nodes.map((one) => (one instanceof FakeElement ? one.textContent : one)).join(""); }

  set textContent(text) { this.replaceChildren(text); }

  remove() {
    if (!this.parentNode) return;
    this.parentNode.nodes = this.parentNode.nodes.filter((one) => one !== this);
    this.parentNode = null;
  }

  append(...nodes) {
    for (const node of nodes) {
      if (node instanceof FakeElement) {
        node.remove();
        node.parentNode = this;
      }
      this.nodes.push(node);
    }
  }

  replaceChildren(...nodes) {
    for (const old of this.children) old.remove();
    this.nodes = [];
    this.append(...nodes);
  }

  replaceWith(other) {
    other.remove();
    const { parentNode } = this;
    parentNode.nodes[parentNode.nodes.indexOf(this)] = other;
    other.parentNode = parentNode;
    this.parentNode = null;
  }

  contains(other) {
    for (let one = other; one; one = one.parentNode) if (one === this) return true;
    return false;
  }

  getElementsByTagNameNS(_, name) {
    return this.children.flatMap((one) => [...(one.name === name ? [one] : []), ...one.getElementsByTagNameNS(_, name)]);
  }

  get markup() {
    const attributes = [...this.attributes].sort().map(([name, value]) => ` ${name}="${value}"`).join("");
    return `<${this.name}${attributes}>${this.nodes.map((one) => one.markup ?? one).join("")}</${this.name}>`;
  }
}

function parse(text) {
  const root = new FakeElement("");
  let here = root;
  for (const [, close, tag, attributes, words] of text.matchAll(/<(\/)?(\w+)([^>]*)>|([^<]+)/g)) {
    if (words !== undefined) here.append(words);
    else if (close) here = here.parentNode;
    else {
      const element = new FakeElement(tag);
      for (const [, name, value] of attributes.matchAll(/([\w-]+)="([^"]*)"/g)) element.setAttribute(name, value);
      here.append(element);
      if (!VOID.test(attributes)) here = element;
    }
  }
  return root.firstChild;
}

/**
 * Lays out a page with some words and elements with ids.
 * @param {Record<string, unknown>} words
 * @param {string[]} ids
 */
export function layOut(words = {}, ids = []) {
  const elements = new Map(ids.map((id) => [id, new FakeElement("p")]));
  Object.assign(globalThis, {
    document: {
      body: { dataset: { words: JSON.stringify(words) } },
      documentElement: { lang: "en" },
      addEventListener() {},
      getElementById: (id) => elements.get(id) || null,
      createElementNS: (_, name) => new FakeElement(name),
      importNode: (node) => { node.remove(); return node; },
    },
    DOMParser: class {
      parseFromString(text) { return { documentElement: parse(text) }; }
    },
    location: new URL("https://table.example/t/1/secret"),
  });
  return elements;
}
