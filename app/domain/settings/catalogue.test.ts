import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  isSettingName,
  SETTING_GROUPS,
  type SettingDefinition,
  type SettingName,
  SETTINGS,
  standardOf,
  standardSettings,
} from './catalogue.ts'
import {
  validateSetting,
  needsConfirmation,
  parseTyped,
  readStored,
  showSetting,
  storedForm,
} from './setting-values.ts'

const names = Object.keys(SETTINGS) as SettingName[]
const definitions: Record<string, SettingDefinition> = SETTINGS

describe('the catalogue of settings', () => {
  test.each(names)('CONST-01 %s has a standard within its own bounds, a name, an explanation and a place', (name) => {
    const definition = definitions[name]!
    for (const demo of [true, false]) expect(validateSetting(definition, standardOf(name, demo))).toBeNull()
    expect(definition.label.length).toBeGreaterThan(3)
    expect(definition.description).toMatch(/\.$/)
    expect(SETTING_GROUPS.filter((group) => group.names.includes(name))).toHaveLength(1)
  })

  test('CONST-01 the standard values are those of the specification', () => {
    expect(standardSettings(false)).toMatchObject({
      creatorFeeMinor: 6_000_000n,
      platformFeePercentage: 20,
      vatPercentage: 0,
      withholdingPercentage: 0,
      minimumPayoutMinor: 2_000_000n,
      payoutApprovalMinor: 50_000_000n,
      refundApprovalMinor: 20_000_000n,
      privateSignIn: false,
      wallet: true,
    })
  })

  test('meet-ups are off outside of the demo, and explicit content is off everywhere', () => {
    expect(standardSettings(false).meetUps).toBe(false)
    expect(standardSettings(true).meetUps).toBe(true)
    expect(standardSettings(true).contentClasses).not.toContain('explicit')
  })

  test('a stored value reads back unchanged', () => {
    for (const name of names) {
      const value = standardOf(name, false)
      expect(readStored(name, JSON.parse(JSON.stringify(storedForm(value))))).toEqual(value)
    }
    expect(readStored('creatorFeeMinor', '999999999999999999')).toBeNull()
    expect(readStored('platformFeePercentage', 99)).toBeNull()
    expect(readStored('wallet', 'yes')).toBeNull()
    expect(readStored('contentClasses', ['explicit'])).toBeNull()
  })

  test.each([
    ['creatorFeeMinor', ['75,000'], 7_500_000n],
    ['creatorFeeMinor', ['UGX 75 000'], 7_500_000n],
    ['creatorFeeMinor', ['75000.50'], null],
    ['creatorFeeMinor', ['-75000'], null],
    ['creatorFeeMinor', ['1'], null],
    ['creatorFeeMinor', [''], null],
    ['platformFeePercentage', ['15'], 15],
    ['platformFeePercentage', ['15.5'], null],
    ['platformFeePercentage', ['51'], null],
    ['platformFeePercentage', ['1e1'], null],
    ['vatPercentage', ['18'], 18],
    ['vatPercentage', ['7.25'], 7.25],
    ['vatPercentage', ['0.07'], 0.07],
    ['vatPercentage', ['1,5'], null],
    ['vatPercentage', ['1.125'], null],
    ['vatPercentage', ['31'], null],
    ['withholdingPercentage', ['-6'], null],
    ['withholdingPercentage', ['6.'], null],
    ['wallet', ['on'], true],
    ['wallet', [], false],
    ['wallet', ['perhaps'], null],
    ['contentClasses', ['suggestive'], ['general', 'suggestive']],
    ['contentClasses', ['forbidden'], null],
  ] as [SettingName, string[], unknown][])('%s typed as %j is %s', (name, typed, wanted) => {
    const definition = definitions[name]!
    const value = parseTyped(definition, typed)
    if (wanted === null) expect(validateSetting(definition, value)).not.toBeNull()
    else {
      expect(validateSetting(definition, value)).toBeNull()
      expect(value).toEqual(wanted)
    }
  })

  test('no typed text breaks it or gets past the bounds', () => {
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.array(fc.string()), (name, typed) => {
        const definition = definitions[name]!
        const value = parseTyped(definition, typed)
        if (validateSetting(definition, value) !== null) return
        expect(readStored(name, JSON.parse(JSON.stringify(storedForm(value as never))))).toEqual(value)
      }),
    )
  })

  test('only switching something sensitive on requires the confirmation', () => {
    expect(needsConfirmation(SETTINGS.meetUps, false, true)).toBe(true)
    expect(needsConfirmation(SETTINGS.meetUps, true, false)).toBe(false)
    expect(needsConfirmation(SETTINGS.contentClasses, ['general'], ['general', 'explicit'])).toBe(true)
    expect(needsConfirmation(SETTINGS.contentClasses, ['general'], ['general', 'suggestive'])).toBe(false)
    expect(needsConfirmation(SETTINGS.contentClasses, ['general', 'explicit'], ['general'])).toBe(false)
    expect(needsConfirmation(SETTINGS.wallet, false, true)).toBe(false)
    expect(needsConfirmation(SETTINGS.creatorFeeMinor, 1n, 2n)).toBe(false)
  })

  test('values are shown as people read them', () => {
    expect(showSetting(SETTINGS.creatorFeeMinor, 6_000_000n)).toBe('UGX\u00a060,000')
    expect(showSetting(SETTINGS.platformFeePercentage, 20)).toBe('20 percent')
    expect(showSetting(SETTINGS.wallet, false)).toBe('Off')
    expect(showSetting(SETTINGS.contentClasses, ['general'])).toBe('general')
  })

  test('a property name of the language is no setting', () => {
    for (const word of ['constructor', '__proto__', 'toString', '']) expect(isSettingName(word)).toBe(false)
  })
})
