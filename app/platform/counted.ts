/** "1 fan", "1,240 fans". `what` is a word whose plural ends in s. */
export function counted(count: number, what: string): string {
  return `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`
}
