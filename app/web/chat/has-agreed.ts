/** The box with the price, where it is shown; without one there is nothing to agree to. */
export function hasAgreed(): boolean {
  return document.querySelector<HTMLInputElement>('#agreed')?.checked ?? false
}
