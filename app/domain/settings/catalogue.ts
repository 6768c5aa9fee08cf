import { CREATOR_FEE_MINOR, PLATFORM_FEE_BASIS_POINTS, SIGN_IN } from './constants.ts'

export const CONTENT_CLASSES = ['general', 'suggestive', 'explicit'] as const
export type ContentClass = (typeof CONTENT_CLASSES)[number]

type About = {
  label: string
  /** What it does, in a line for the owner. */
  description: string
  /** Must be ticked to switch it on: what the owner has made sure of. */
  confirm?: string
}
export type MoneySetting = About & { kind: 'money'; standard: bigint; min: bigint; max: bigint }
export type NumberSetting = About & {
  kind: 'number'
  unit: string
  standard: number
  min: number
  max: number
  /** Up to two decimals; without it, whole numbers only. */
  hundredths?: true
}
/** `inDemo`: the default in the demo while nobody has set it. */
export type SwitchSetting = About & { kind: 'switch'; standard: boolean; inDemo?: boolean }
export type ChoicesSetting = About & {
  kind: 'choices'
  choices: readonly string[]
  /** These can't be removed. */
  always: readonly string[]
  /** Choosing one of these requires the confirmation. */
  delicate: readonly string[]
  standard: readonly string[]
}
/** A phone number (E.164), an email address, or a line of text; empty: none. */
export type TextSetting = About & { kind: 'text'; format: 'phone' | 'email' | 'line'; standard: string }
export type SettingDefinition = MoneySetting | NumberSetting | SwitchSetting | ChoicesSetting | TextSetting

const shillings = (amount: number) => BigInt(amount) * 100n

function money(label: string, description: string, standard: bigint, min: number, max: number): MoneySetting {
  return { kind: 'money', label, description, standard, min: shillings(min), max: shillings(max) }
}

function number(
  label: string,
  description: string,
  unit: string,
  standard: number,
  min: number,
  max: number,
): NumberSetting {
  return { kind: 'number', label, description, unit, standard, min, max }
}

function tax(label: string, description: string): NumberSetting {
  return { ...number(label, description, 'percent', 0, 0, 30), hundredths: true }
}

/** Everything that the owner may change without a deployment. Amounts are minor units (×100) of whole shillings. */
export const SETTINGS = {
  creatorFeeMinor: money(
    'Creator fee, per week',
    'What a creator pays to stay visible for 7 days. Purchases that have started keep their price.',
    CREATOR_FEE_MINOR,
    500,
    1_000_000,
  ),
  platformFeePercentage: number(
    'Platform fee',
    'Our part of what a fan spends, taken when it is earned. It applies to payments from now on.',
    'percent',
    PLATFORM_FEE_BASIS_POINTS / 100,
    0,
    50,
  ),
  vatPercentage: tax(
    'VAT within our fee',
    'The part of our fee, and of the creator fee, that we owe to the revenue authority; prices do not change. It applies to bookings from now on; 0 is none.',
  ),
  withholdingPercentage: tax(
    'Tax withheld from payouts',
    'Kept from each payout for the revenue authority. It applies to payouts from now on; 0 is none.',
  ),
  minimumPayoutMinor: money(
    'Minimum payout',
    'Smaller amounts stay in the creator’s earnings until the next Friday.',
    shillings(20_000),
    1_000,
    500_000,
  ),
  payoutApprovalMinor: money(
    'Payouts that need a second person',
    'Above this, another member of staff must agree.',
    shillings(500_000),
    0,
    50_000_000,
  ),
  payoutFeeMinor: money(
    'Payout fee',
    'What a creator pays for each payout. We pay what the gateway charges beyond it.',
    shillings(1_500),
    0,
    100_000,
  ),
  cardClearingDays: number(
    'Clearing of card money for new creators',
    'What a new creator earns by card is available after this many days, instead of 7. It applies to earnings from now on.',
    'days',
    14,
    7,
    60,
  ),
  newCreatorDays: number(
    'How long a creator is new',
    'For this many days after the approval, card money clears later.',
    'days',
    90,
    0,
    365,
  ),
  payoutFreezeHours: number(
    'Wait after a new payout account',
    'We send nothing to a changed account before this time is over.',
    'hours',
    72,
    24,
    336,
  ),
  payoutsPerHourMinor: money(
    'Payouts per hour, all together',
    'Safety limit: above it no payout is sent until a person has checked.',
    shillings(30_000_000),
    100_000,
    1_000_000_000,
  ),
  payoutsPerDayMinor: money(
    'Payouts per day, all together',
    'Safety limit: above it no payout is sent until a person has checked.',
    shillings(100_000_000),
    100_000,
    5_000_000_000,
  ),
  payoutsPaused: {
    kind: 'switch',
    label: 'Payouts paused',
    description: 'On: no payout is sent. Payouts already on their way continue, and nothing is lost.',
    standard: false,
  },
  refundApprovalMinor: money(
    'Refunds that need a second person',
    'Above this, another member of staff must agree.',
    shillings(200_000),
    0,
    50_000_000,
  ),
  shillingsPerDollar: number(
    'Exchange rate',
    'Shillings for one US dollar. Payments in dollars are exchanged at this rate, and the plan page uses it for its warning.',
    'UGX',
    3_670,
    1_000,
    20_000,
  ),
  supportAccessDays: number('Full access by support', 'The longest grant that support may give.', 'days', 30, 1, 90),
  privateSignIn: {
    kind: 'switch',
    label: 'Private sign-in',
    description: 'A code is sent to every address, and whether it has an account is shown only after the code.',
    standard: false,
  },
  codesPerAddressAndHour: number(
    'Codes per address and hour',
    'Sign-in mails that one address gets.',
    'mails',
    SIGN_IN.codesPerAddressAndHour,
    1,
    20,
  ),
  codesPerAddressAndDay: number(
    'Codes per address and day',
    'Sign-in mails that one address gets.',
    'mails',
    SIGN_IN.codesPerAddressAndDay,
    1,
    50,
  ),
  codesPerNetworkAndHour: number(
    'Codes per network and hour',
    'Many phones share one address of their mobile network.',
    'mails',
    SIGN_IN.codesPerNetworkAndHour,
    5,
    1_000,
  ),
  codesPerHour: number(
    'Codes per hour, all together',
    'Safety limit: above it no sign-in mail is sent.',
    'mails',
    SIGN_IN.codesPerHour,
    10,
    100_000,
  ),
  wrongCodesPerHour: number(
    'Wrong codes per hour, all together',
    'Safety limit against guessing; one network counts for five at most. Above it codes pause and links still work.',
    'tries',
    SIGN_IN.wrongCodesPerHour,
    20,
    10_000,
  ),
  unknownPerNetworkAndHour: number(
    'Unknown addresses per network and hour',
    'After this many, "Account not found" is no longer shown to that network.',
    'addresses',
    SIGN_IN.unknownPerNetworkAndHour,
    0,
    100,
  ),
  unknownPerNetworkAndDay: number(
    'Unknown addresses per network and day',
    'After this many, "Account not found" is no longer shown to that network.',
    'addresses',
    SIGN_IN.unknownPerNetworkAndDay,
    0,
    1_000,
  ),
  photoMegabytes: number(
    'Largest photo',
    'Of a post. Larger files are refused before they are sent. It applies to uploads from now on.',
    'MB',
    25,
    1,
    40,
  ),
  photoMegapixels: number(
    'Most pixels of a photo',
    'A photo with more is refused: decoding it takes memory.',
    'megapixels',
    50,
    10,
    60,
  ),
  videoMegabytes: number(
    'Largest video',
    'Larger files are refused before they are sent. Each one needs about two and a half times its size on disk until it is prepared.',
    'MB',
    2_000,
    50,
    4_000,
  ),
  videoMinutes: number(
    'Longest video',
    'A longer one is refused. Preparing a video takes about half its length of one processor.',
    'minutes',
    30,
    1,
    60,
  ),
  voiceMinutes: number('Longest voice note', 'A longer one is refused.', 'minutes', 15, 1, 60),
  wallet: {
    kind: 'switch',
    label: 'Wallet',
    description:
      'Off: no top-ups. Fans can still spend what is in their wallets; everything else is paid directly, and chat and calls, which can’t be, are off.',
    standard: true,
  },
  meetUps: {
    kind: 'switch',
    label: 'Meet-ups',
    description: 'Paid public meet-ups. Off outside the demo until the check-list is confirmed.',
    confirm: 'The legal and safety check-list for meet-ups is done and signed.',
    standard: false,
    inDemo: true,
  },
  supportWhatsApp: {
    kind: 'text',
    format: 'phone',
    label: 'WhatsApp of support',
    description: 'Where people write to us, on the help page. Empty: only by email.',
    standard: '',
  },
  supportEmail: {
    kind: 'text',
    format: 'email',
    label: 'Email of support',
    description: 'On the help page. Empty: hello@ and your domain.',
    standard: '',
  },
  issuerName: {
    kind: 'text',
    format: 'line',
    label: 'Company on statements',
    description: 'The registered name of the company that pays creators. Empty: the name of the product.',
    standard: '',
  },
  issuerAddress: {
    kind: 'text',
    format: 'line',
    label: 'Address on statements',
    description: 'Of the company, in one line.',
    standard: '',
  },
  issuerTaxNumber: {
    kind: 'text',
    format: 'line',
    label: 'Tax number on statements',
    description: 'The company’s TIN, as on its certificate.',
    standard: '',
  },
  contentClasses: {
    kind: 'choices',
    label: 'Allowed content',
    description: 'General content is always allowed; explicit content is off until you turn it on.',
    confirm: 'Our payment gateway and our lawyer have agreed in writing to explicit content.',
    choices: CONTENT_CLASSES,
    always: ['general'],
    delicate: ['explicit'],
    standard: ['general', 'suggestive'],
  },
} as const satisfies Record<string, SettingDefinition>

export type SettingName = keyof typeof SETTINGS

type ValueOf<Definition> = Definition extends { kind: 'money' }
  ? bigint
  : Definition extends { kind: 'number' }
    ? number
    : Definition extends { kind: 'switch' }
      ? boolean
      : Definition extends { kind: 'text' }
        ? string
        : readonly ContentClass[]

/** Every setting with its value in force. */
export type Settings = { readonly [Name in SettingName]: ValueOf<(typeof SETTINGS)[Name]> }
export type SettingValue = bigint | number | boolean | string | readonly string[]

export const SETTING_GROUPS: readonly { id: string; title: string; names: readonly SettingName[] }[] = [
  {
    id: 'money',
    title: 'Fees and money',
    names: [
      'creatorFeeMinor',
      'platformFeePercentage',
      'vatPercentage',
      'withholdingPercentage',
      'minimumPayoutMinor',
      'payoutApprovalMinor',
      'payoutFeeMinor',
      'cardClearingDays',
      'newCreatorDays',
      'payoutFreezeHours',
      'payoutsPerHourMinor',
      'payoutsPerDayMinor',
      'payoutsPaused',
      'refundApprovalMinor',
      'shillingsPerDollar',
    ],
  },
  { id: 'switches', title: 'What is open', names: ['wallet', 'meetUps', 'contentClasses', 'supportAccessDays'] },
  { id: 'support', title: 'Help', names: ['supportWhatsApp', 'supportEmail'] },
  { id: 'statements', title: 'Statements of creators', names: ['issuerName', 'issuerAddress', 'issuerTaxNumber'] },
  {
    id: 'uploads',
    title: 'Photos, videos and voice notes',
    names: ['photoMegabytes', 'photoMegapixels', 'videoMegabytes', 'videoMinutes', 'voiceMinutes'],
  },
  {
    id: 'sign-in',
    title: 'Signing in',
    names: [
      'privateSignIn',
      'codesPerAddressAndHour',
      'codesPerAddressAndDay',
      'codesPerNetworkAndHour',
      'codesPerHour',
      'wrongCodesPerHour',
      'unknownPerNetworkAndHour',
      'unknownPerNetworkAndDay',
    ],
  },
]

/** The settings that are stored as dated rates: a booking keeps the rate that it was booked with. There is no other kind of rate. */
export const RATE_SETTINGS = {
  platformFeePercentage: 'platform_fee',
  vatPercentage: 'vat_on_platform_fee',
  withholdingPercentage: 'withholding_on_payouts',
} as const satisfies Partial<Record<SettingName, string>>

export function isRateSetting(name: SettingName): name is keyof typeof RATE_SETTINGS {
  return Object.hasOwn(RATE_SETTINGS, name)
}

export function isSettingName(text: string): text is SettingName {
  return Object.hasOwn(SETTINGS, text)
}

/** A setting's value while nobody has changed it. */
export function standardOf(name: SettingName, demo: boolean): SettingValue {
  const definition: SettingDefinition = SETTINGS[name]
  return definition.kind === 'switch' && demo ? (definition.inDemo ?? definition.standard) : definition.standard
}

/** All settings before anybody changed one. */
export function standardSettings(demo: boolean): Settings {
  const names = Object.keys(SETTINGS) as SettingName[]
  return Object.fromEntries(names.map((name) => [name, standardOf(name, demo)])) as Settings
}
