import { amountOf } from '#app/platform/exact-text.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { unreachable } from '#app/platform/result.ts'
import { type SettingDefinition, type SettingName, SETTINGS, type SettingValue } from './catalogue.ts'

/** A value as it is stored: money as text, since JSON numbers can't hold large whole numbers exactly. */
export function storedForm(value: SettingValue): unknown {
  return typeof value === 'bigint' ? value.toString() : value
}

/** A stored value, or null where the definition doesn't allow it now. */
export function readStored(name: SettingName, stored: unknown): SettingValue | null {
  const definition: SettingDefinition = SETTINGS[name]
  const value =
    definition.kind === 'money' && typeof stored === 'string' && /^\d{1,15}$/.test(stored) ? BigInt(stored) : stored
  return validateSetting(definition, value) === null ? (value as SettingValue) : null
}

const FORMATS = {
  phone: {
    fits: /^\+[1-9]\d{7,14}$/,
    wrong: 'Enter a number with its country code, such as +256 772 123 456, or nothing',
  },
  email: { fits: /^[^\s@<>"']{1,60}@[a-z\d.-]{1,60}\.[a-z]{2,20}$/i, wrong: 'Enter an email address, or nothing' },
  line: { fits: /^[\p{L}\p{N}][^\p{C}<>]{0,119}$/u, wrong: 'Enter a line of up to 120 characters, or nothing' },
} as const

/** Why a value can't be set, as a message for the form, or null. */
export function validateSetting(definition: SettingDefinition, value: unknown): string | null {
  switch (definition.kind) {
    case 'money': {
      const { min, max } = definition
      const fits = typeof value === 'bigint' && value % 100n === 0n && value >= min && value <= max
      return fits ? null : `Enter whole shillings from ${shown(min)} to ${shown(max)}`
    }
    case 'number': {
      const { min, max, hundredths } = definition
      const fits = typeof value === 'number' && isOfStep(value, hundredths) && value >= min && value <= max
      const bounds = `from ${min.toLocaleString('en')} to ${max.toLocaleString('en')}`
      if (fits) return null
      return hundredths
        ? `Enter a number ${bounds}, with a point and up to two decimals where you need them`
        : `Enter a whole number ${bounds}`
    }
    case 'switch':
      return typeof value === 'boolean' ? null : 'Choose on or off'
    case 'text': {
      const { fits, wrong } = FORMATS[definition.format]
      return typeof value === 'string' && (value === '' || fits.test(value)) ? null : wrong
    }
    case 'choices': {
      const { choices, always } = definition
      const fits =
        Array.isArray(value) &&
        new Set(value).size === value.length &&
        value.every((one) => choices.includes(one as string)) &&
        always.every((one) => value.includes(one))
      return fits ? null : `Choose from ${choices.join(', ')}; ${always.join(', ')} is always included`
    }
    default:
      return unreachable(definition)
  }
}

function isOfStep(value: number, hundredths: true | undefined): boolean {
  return hundredths ? Number(value.toFixed(2)) === value : Number.isInteger(value)
}

/** A form's input as a value; invalid input becomes a value that `validateSetting` refuses. */
export function parseTyped(definition: SettingDefinition, typed: readonly string[]): unknown {
  const text = amountOf(typed[0] ?? '').replaceAll(',', '')
  switch (definition.kind) {
    case 'money':
      return /^(UGX)?\d{1,12}$/i.test(text) ? BigInt(text.replace(/^ugx/i, '')) * 100n : text
    case 'number':
      // A comma there may be meant as a decimal point: "7,5" must never become 75.
      if (definition.hundredths) return /^\d{1,3}(\.\d{1,2})?$/.test(typed[0]?.trim() ?? '') ? Number(typed[0]) : text
      return /^\d{1,9}$/.test(text) ? Number(text) : text
    case 'switch':
      return text === 'on' ? true : text === '' || text === 'off' ? false : text
    case 'text':
      if (definition.format === 'line') return (typed[0] ?? '').trim().replaceAll(/\s+/g, ' ')
      return definition.format === 'phone' ? text.replaceAll(/[().-]/g, '') : text
    case 'choices':
      return [...new Set([...definition.always, ...typed])]
    default:
      return unreachable(definition)
  }
}

/** Whether changing from one value to the other requires the owner's confirmation. */
export function needsConfirmation(definition: SettingDefinition, from: SettingValue, to: SettingValue): boolean {
  if (!definition.confirm) return false
  if (definition.kind === 'switch') return to === true && from !== true
  if (definition.kind !== 'choices') return false
  const added = (to as readonly string[]).filter((one) => !(from as readonly string[]).includes(one))
  return added.some((one) => definition.delicate.includes(one))
}

/** "UGX 60,000", "20 percent", "On", "general, suggestive". */
export function showSetting(definition: SettingDefinition, value: SettingValue): string {
  switch (definition.kind) {
    case 'money':
      return shown(value as bigint)
    case 'number':
      return `${(value as number).toLocaleString('en')} ${definition.unit}`
    case 'switch':
      return value ? 'On' : 'Off'
    case 'text':
      return (value as string) || 'None'
    case 'choices':
      return (value as readonly string[]).join(', ')
    default:
      return unreachable(definition)
  }
}

function shown(amountMinor: bigint): string {
  return formatMoney({ amountMinor, currency: 'UGX' })
}
