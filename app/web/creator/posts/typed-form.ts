import { cutGraphemes } from '#app/platform/graphemes.ts'
import type { DraftWriter } from '#app/domain/identity/fan-onboarding.ts'
import { FORM_FIELDS, type TypedPost } from '#app/domain/posts/typed-post.ts'

/** The fields of a post as they were sent. A checkbox that is missing is not ticked. */
export function typedFrom(form: FormData): TypedPost {
  const typed = Object.fromEntries(
    Object.entries(FORM_FIELDS).map(([name, max]) => {
      const value = form.get(name)
      return [name, typeof value === 'string' ? cutGraphemes(value, max) : name === 'comments' ? 'no' : '']
    }),
  )
  // An amount that was typed before one of the prices was chosen.
  return typed.price === '' ? typed : { ...typed, other: '' }
}

/** The version and the tab of the page that sent a form. */
export function writerOf(form: FormData): DraftWriter {
  const version = textIn(form, 'version')
  return { tab: textIn(form, 'tab').slice(0, 64), version: /^\d{1,9}$/.test(version) ? Number(version) : 0 }
}

/** The text of a field; empty if it is missing or a file. */
export function textIn(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? cutGraphemes(value, 2_000) : ''
}

/** All texts of a field that is there several times. */
export function textsIn(form: FormData, name: string): string[] {
  return form.getAll(name).filter((value) => typeof value === 'string')
}
