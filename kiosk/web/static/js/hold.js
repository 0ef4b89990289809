/* Destructive buttons act after being held; a key press counts as meant. */

export const HOLD_MS = 1200;

export function holdToAct(page) {
  let timer = 0;
  let ripe = null;
  const stop = (button) => {
    clearTimeout(timer);
    button.classList.remove("holding");
  };
  page.addEventListener("pointerdown", (event) => {
    const button = event.target.closest("[data-hold]");
    if (!button) return;
    button.classList.add("holding");
    timer = setTimeout(() => {
      ripe = button;
      button.classList.remove("holding");
      button.form.requestSubmit(button);
    }, HOLD_MS);
  });
  for (const end of ["pointerup", "pointercancel", "pointerout"]) {
    page.addEventListener(end, (event) => {
      const button = event.target.closest?.("[data-hold]");
      if (button) stop(button);
    });
  }
  page.addEventListener("contextmenu", (event) => {
    if (event.target.closest("[data-hold]")) event.preventDefault();
  });
  page.addEventListener("click", (event) => {
    const button = event.target.closest("[data-hold]");
    if (button && button !== ripe && event.detail > 0) event.preventDefault();
  }, true);
}
