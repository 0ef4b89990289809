/* What the machine's inputs read, look after look: each is asked for when the last one is shown. */

export const PAUSE_MS = 120;
export const REST_MS = 2000;

let isShowing = false;

function draw(list, rows) {
  [...list.children].forEach((line, place) => {
    const row = rows[place];
    if (!row) return;
    line.className = row.state;
    line.querySelector("[data-value]").textContent = row.value;
    line.querySelector("[data-level]")?.setAttribute("width", row.part);
  });
}

export function showInputs(page) {
  if (isShowing || !page.querySelector("[data-inputs]")) return;
  isShowing = true;
  const look = async () => {
    const list = page.querySelector("[data-inputs]");
    if (!list) {
      isShowing = false;
      return;
    }
    let wait = REST_MS;
    if (!page.hidden) {
      try {
        const answer = await fetch(list.dataset.inputs);
        const report = await answer.json();
        const problem = page.querySelector("[data-inputs-problem]");
        problem.textContent = report.problem;
        problem.hidden = !report.problem;
        draw(list, report.inputs);
        wait = report.problem ? REST_MS : PAUSE_MS;
      } catch {
        wait = REST_MS;
      }
    }
    setTimeout(look, wait);
  };
  look();
}
