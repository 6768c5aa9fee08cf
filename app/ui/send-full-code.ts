import { digitsOf } from '#app/platform/exact-text.ts'

export const CODE_DIGITS = 6

/**
 * Sends the form of a code as if its button was pressed, once all six digits stand there. Not where something else that the form requires
 * is missing, and not where it has more than one button: then the person says which.
 */
export function sendFullCode(input: HTMLInputElement): void {
  const { form } = input
  const buttons = form?.querySelectorAll<HTMLButtonElement>('button[type=submit]')
  if (input.value.length !== CODE_DIGITS || digitsOf(input.value).length !== CODE_DIGITS) return
  if (form && buttons?.length === 1 && form.checkValidity()) form.requestSubmit(buttons[0])
}
