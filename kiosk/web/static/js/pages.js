/* Links and forms go by fetch, one after another; what comes back changes the page as it stands. */

import { Idiomorph } from "../vendor/idiomorph/idiomorph.esm.js";

export const AGAIN_MS = 1000;
export const SLOW_MS = 400;
const STARTING = 503;
const UNSENT = "unsent";
const PARTS = ["header.top", "#main", "footer.actions"];
const STYLES = "link[rel=stylesheet]";

/** Return the name of a tap: its form is sent once under it, however often it is sent. */
export function newOp() {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

const hrefs = (page) => [...page.querySelectorAll(STYLES)].map((link) => link.getAttribute("href"));
const screenOf = (page) => page.querySelector("#main").dataset.screen;
const script = (page) => page.querySelector("script[type=module]")?.getAttribute("src");

/* A page without its styles would jump about. */
function loadStyles(page, fresh) {
  const known = new Set(hrefs(page));
  const more = [...fresh.querySelectorAll(STYLES)].filter((link) => !known.has(link.getAttribute("href")));
  return Promise.all(more.map((link) => new Promise((loaded) => {
    const copy = page.importNode(link);
    copy.onload = copy.onerror = loaded;
    page.head.append(copy);
  })));
}

function dropStyles(page, fresh) {
  const wanted = new Set(hrefs(fresh));
  for (const link of page.querySelectorAll(STYLES)) if (!wanted.has(link.getAttribute("href"))) link.remove();
}

const isWrittenIn = (node) => node === document.activeElement && ["text", "number"].includes(node.type);
/* What waits to be sent while other screens change the same page. */
const isDraft = (node) => "draft" in node.dataset && (node.value !== node.defaultValue || node.checked !== node.defaultChecked);

/* On the same screen what is under the finger stays, what is open stays open, and what is written. */
function morph(place, next) {
  const beforeAttributeUpdated = (name, node) => !(
    (name === "open" && !node.matches(".menu:not([data-stays])"))
    || (name === "value" && isWrittenIn(node))
    || (["value", "checked"].includes(name) && isDraft(node))
  );
  Idiomorph.morph(place, next, { callbacks: { beforeAttributeUpdated } });
}

let looksAgain = 0;
let last = Promise.resolve();

/** Put what *html* shows into *page*; return whether it can be: another version wants to be loaded.
 *  It *isNews* where something has come about, not where somebody only looks. */
export function show(page, html, address, isNews) {
  last = last.catch(() => {}).then(() => render(page, html, address, isNews)); /* one drops styles that another waits for */
  return last;
}

async function render(page, html, address, isNews) {
  const fresh = new DOMParser().parseFromString(html, "text/html");
  if (script(page) !== script(fresh) || !PARTS.every((name) => fresh.querySelector(name))) return false;
  const isSame = screenOf(page) === screenOf(fresh) && address.pathname === window.location.pathname;
  await loadStyles(page, fresh);
  page.dispatchEvent(new Event("leaving"));
  page.title = fresh.title;
  page.documentElement.lang = fresh.documentElement.lang;
  page.documentElement.className = fresh.documentElement.className;
  for (const name of ["live", "sound", "dim"]) {
    if (name in fresh.body.dataset) page.body.dataset[name] = fresh.body.dataset[name];
    else delete page.body.dataset[name];
  }
  for (const name of PARTS) {
    const [place, next] = [page.querySelector(name), fresh.querySelector(name)];
    if (isSame) morph(place, next);
    else place.replaceWith(next);
  }
  /* it stays in its place: only what changes in it is read out */
  morph(page.querySelector("#says"), fresh.querySelector("#says"));
  dropStyles(page, fresh);
  if (address.hash) page.getElementById(address.hash.slice(1))?.scrollIntoView();
  page.dispatchEvent(new CustomEvent("arrived", { detail: { isNews } }));
  lookAgain(page);
  return true;
}

/* Some pages look again by themselves, and stay where they are; the meta in a noscript is for others. */
function lookAgain(page) {
  const again = page.querySelector("[data-again]");
  clearTimeout(looksAgain);
  if (again) looksAgain = setTimeout(() => go(window.location, false), 1000 * Number(again.dataset.again));
}

const unsent = [];
let isSending = false;

/** Go to *address*, as a link does. */
export function go(address, isNew = true) {
  send({ address: String(address), isNew });
}

function send(item) {
  document.dispatchEvent(new Event("asking"));
  unsent.push(item);
  keep();
  if (!isSending) sendAll();
}

/* A page that is loaded anew before its tap was answered sends it again: the op keeps it single. */
function keep() {
  const items = unsent.filter((item) => typeof item.body === "string");
  sessionStorage.setItem(UNSENT, JSON.stringify(items));
}

async function sendAll() {
  isSending = true;
  const slow = setTimeout(() => document.documentElement.classList.add("waits"), SLOW_MS);
  try {
    while (unsent.length) {
      const [answer, html] = await answered(unsent[0]);
      const item = unsent.shift();
      keep();
      await arrive(item, answer, html);
    }
  } finally {
    isSending = false;
    clearTimeout(slow);
    document.documentElement.classList.remove("waits");
  }
}

/* A kiosk that is not there, or only starting (503), is asked until it is. */
async function answered(item) {
  for (;;) {
    try {
      const answer = await fetch(item.address, request(item));
      if (answer.status === STARTING) throw new Error(answer.statusText);
      const isPage = answer.headers.get("Content-Type")?.startsWith("text/html");
      const html = isPage ? await answer.text() : "";
      markAway(false);
      return [answer, html];
    } catch {
      markAway(true);
      await new Promise((done) => { setTimeout(done, AGAIN_MS); });
    }
  }
}

function request(item) {
  const headers = { Accept: "text/html" };
  if (item.body === undefined) return { headers };
  if (typeof item.body === "string") headers["Content-Type"] = "application/x-www-form-urlencoded";
  return { headers, method: "POST", body: item.body };
}

async function arrive(item, answer, html) {
  const address = new URL(answer.url);
  address.hash = new URL(item.address, window.location).hash;
  const isThere = item.body === undefined || answer.redirected;
  if (!html || !(await show(document, html, address, item.body !== undefined))) {
    window.location.assign(address);
    return;
  }
  /* What a form answered by itself cannot be asked for again. */
  if (!isThere) delete document.body.dataset.live;
  else if (item.isNew !== false && address.href !== window.location.href) history.pushState(null, "", address);
}

/* While the server is away one tap waits; others would be meant for a page that is not there yet. */
function markAway(isAway) {
  for (const part of PARTS) document.querySelector(part).inert = isAway;
  document.querySelector("[data-away]").hidden = !isAway;
}

function isPlain(event, link) {
  const isOther = link.origin !== window.location.origin || link.target || link.hasAttribute("download");
  return !isOther && !event.ctrlKey && !event.metaKey && !event.shiftKey && event.button === 0;
}

export function keepPage(page) {
  page.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href]");
    if (!link || event.defaultPrevented || !isPlain(event, link)) return;
    const here = window.location;
    if (link.hash && link.pathname === here.pathname && link.search === here.search) return;
    event.preventDefault();
    go(link.href);
  });
  page.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented) return;
    event.preventDefault();
    const fields = new FormData(form, event.submitter);
    const asked = (name) => event.submitter?.getAttribute(`form${name}`) ?? form.getAttribute(name);
    const address = asked("action");
    if (asked("method") !== "post") {
      go(`${address}?${new URLSearchParams(fields)}`);
      return;
    }
    if ("eachTap" in form.dataset) fields.set("op", newOp());
    else form.dataset.sent = "1";
    const isFile = form.getAttribute("enctype") === "multipart/form-data";
    send({ address, body: isFile ? fields : String(new URLSearchParams(fields)) });
  });
  window.addEventListener("popstate", () => go(window.location, false));
  lookAgain(page);
  for (const item of JSON.parse(sessionStorage.getItem(UNSENT) ?? "[]")) send(item);
}
