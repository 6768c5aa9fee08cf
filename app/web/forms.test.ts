import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { fieldErrors, readAnswer } from './form-answer.ts'
import { invalidForm, parseForm, refuseForm, showForm, writtenText } from './forms.server.ts'

const posted = (form: Record<string, string>) =>
  new Request('http://localhost/', { method: 'POST', body: new URLSearchParams(form) })

describe('the answer of a form', () => {
  test('a form that does not parse is shown again with its errors in the order of its fields, and without what was typed', async () => {
    const schema = z.object({ name: z.string().min(1, 'Enter a name'), secret: z.string().min(9, 'Too short') })
    const form = await parseForm(posted({ secret: 'hunter2', name: '' }), schema)
    if (form.ok) throw new Error('the form was accepted')
    const { data, init } = invalidForm(form.errors)
    expect(init?.status).toBe(400)
    expect(data).toEqual({
      ok: false,
      errors: {
        title: undefined,
        summary: [
          { fieldId: 'name', message: 'Enter a name' },
          { fieldId: 'secret', message: 'Too short' },
        ],
        fields: { name: 'Enter a name', secret: 'Too short' },
      },
      values: {},
    })
  })

  test('controls with the same message share a line of the summary', () => {
    const errors = fieldErrors({
      name: 'Please fill in all required fields',
      email: 'Please fill in all required fields',
    })
    expect(errors.summary).toEqual([{ fieldId: 'name', message: 'Please fill in all required fields' }])
    expect(Object.keys(errors.fields)).toEqual(['name', 'email'])
  })

  test('a refusal stands in the summary and at its control', () => {
    const { data, init } = refuseForm(
      { status: 409, title: 'Error', description: 'Taken', note: 'Two tries left.', field: 'name' },
      { name: 'amina' },
    )
    expect(init?.status).toBe(409)
    expect(data).toMatchObject({
      ok: false,
      errors: {
        title: 'Error',
        summary: [{ fieldId: 'name', message: 'Taken' }, { message: 'Two tries left.' }],
        fields: { name: 'Taken' },
      },
    })
    expect(data).not.toHaveProperty('focus')
    const shown = readAnswer(data)
    expect([shown.error('name'), shown.error('email'), shown.value('name'), shown.value('email', 'none')]).toEqual([
      'Taken',
      undefined,
      'amina',
      'none',
    ])
  })

  test('a refusal at the control alone gives the control the focus; one in the summary alone marks no control', () => {
    const refused = { status: 400, description: 'Wrong', field: 'code' }
    expect(refuseForm({ ...refused, only: 'field' }).data).toMatchObject({
      focus: 'code',
      errors: { summary: [], fields: { code: 'Wrong' } },
    })
    const above = refuseForm({ ...refused, only: 'summary' }).data
    expect(above).toMatchObject({ errors: { summary: [{ fieldId: 'code', message: 'Wrong' }], fields: {} } })
    expect(readAnswer(above).error('code')).toBeUndefined()
  })

  test('a form shown again without errors keeps its values', () => {
    const shown = readAnswer(showForm({ mode: 'sign-up' }).data)
    expect([shown.value('mode', 'sign-in'), shown.error('mode')]).toEqual(['sign-up', undefined])
  })

  test('what a page should have sent and has not is said in our words, and never in those of the library', async () => {
    const schema = z.object({
      attempt: z.string().min(16).max(64),
      kind: z.enum(['photo', 'video']),
      version: z.coerce.number().int(),
      note: writtenText(5),
    })
    const read = async (fields: Record<string, string>) => {
      const form = await parseForm(
        new Request('http://peach', { method: 'POST', body: new URLSearchParams(fields) }),
        schema,
      )
      return form.ok ? form.value : form.errors
    }
    const errors = await read({ kind: 'x', version: 'one', note: '🎉🎉🎉🎉🎉🎉' })
    expect(Object.keys(errors)).toEqual(['form-attempt', 'form-kind', 'form-version', 'note'])
    expect(Object.values(errors).join(' ')).not.toMatch(/invalid|expected|received|undefined|option/i)
    expect(errors).toMatchObject({ note: 'Write at most 5 characters' })
    const fits = { attempt: 'a'.repeat(16), kind: 'photo', version: '1', note: '👨‍👩‍👧🇺🇬🎉🎉🎉\u0000' }
    expect(await read(fits)).toMatchObject({ note: '👨‍👩‍👧🇺🇬🎉🎉🎉' })
  })
})
