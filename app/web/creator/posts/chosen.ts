import type { FormValues } from '#app/web/form-answer.ts'

/** What is chosen in a form of a post now, for what the page shows beside it. */
export function chosenIn(form: HTMLFormElement): FormValues {
  const typed = new FormData(form)
  const text = (name: string): string => {
    const value = typed.get(name)
    return typeof value === 'string' ? value : ''
  }
  return {
    audience: text('audience'),
    price: text('price'),
    other: text('price') === '' ? text('other') : '',
    when: text('when'),
  }
}
