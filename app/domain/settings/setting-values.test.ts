import { expect, test } from 'vitest'
import { SETTINGS } from './catalogue.ts'
import { parseTyped, showSetting, validateSetting } from './setting-values.ts'

const { supportWhatsApp: phone, supportEmail: email } = SETTINGS

test('a phone number of support is stored as E.164, however it is typed', () => {
  for (const typed of ['+256 772 123 456', '+256-772-123456', '+256 (772) 123.456'])
    expect(parseTyped(phone, [typed])).toBe('+256772123456')
  expect(validateSetting(phone, '+256772123456')).toBeNull()
  expect(validateSetting(phone, '')).toBeNull()
  for (const wrong of ['0772123456', '+0772123456', '+1', 'call us', '+256772123456?text=x', 5])
    expect(validateSetting(phone, wrong)).toMatch(/^Enter a number with its country code/)
})

test('an email address of support is one address, or none', () => {
  for (const good of ['', 'help@peach.example', 'team+ug@mail.peach.co.ug'])
    expect(validateSetting(email, good)).toBeNull()
  for (const wrong of ['help', 'help@', 'a@b', 'a b@c.example', '"><script>@c.example', 'a@c.example?cc=b@c.example'])
    expect(validateSetting(email, wrong)).toBe('Enter an email address, or nothing')
  expect(showSetting(email, '')).toBe('None')
})

test('a line on statements is plain text, with single spaces, or nothing', () => {
  const { issuerName: line } = SETTINGS
  expect(parseTyped(line, ['  Peach   Uganda Ltd '])).toBe('Peach Uganda Ltd')
  for (const good of ['', 'Peach Uganda Ltd', 'Plot 12, Kampala Road, P.O. Box 7'])
    expect(validateSetting(line, good)).toBeNull()
  for (const wrong of ['<b>', '=cmd', 'a'.repeat(121), 'two\nlines', 5])
    expect(validateSetting(line, wrong)).toBe('Enter a line of up to 120 characters, or nothing')
})
