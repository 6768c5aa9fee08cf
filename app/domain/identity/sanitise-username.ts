import { exactText } from '#app/platform/exact-text.ts'

/** What is kept of a typed username: lowercase letters, digits and underscores. */
export function sanitiseUsername(text: string): string {
  return exactText(text)
    .toLowerCase()
    .replace(/[^a-z0-9_]/g, '')
}

/** Whether letters or digits are lost in it, such as a Cyrillic а: whoever typed them has to hear it. */
export function losesLetters(text: string): boolean {
  return /[^\P{L}a-z]|[^\P{N}0-9]|\p{M}/u.test(exactText(text).toLowerCase())
}
