/** The business constants; limits of files are settings of the owner, and `uploads/limits.ts`. Amounts are minor units (×100) unless the name says otherwise. */
export const PLATFORM_FEE_BASIS_POINTS = 2_000
export const CREATOR_FEE_MINOR = 6_000_000n
export const CREATOR_FEE_DAYS = 7

/** Sold when the plans can't be read: the specification's built-in monthly and annual plans. */
export const FALLBACK_PLANS = {
  monthly: { priceUgx: 18_000_000n, priceUsd: 499n },
  annual: { priceUgx: 150_000_000n, priceUsd: 4_999n },
} as const

/** What the owner may set of a plan. More plans than this on offer would be a list instead of a choice. */
export const PLAN = {
  max: 8,
  displayName: { min: 2, max: 40 },
  /** It is a part of payment references, which gateways limit to some hundred characters. */
  maxNameLength: 24,
  /** The prices that can be paid by card. */
  price: { UGX: { min: 100_000n, max: 2_000_000_000n }, USD: { min: 50n, max: 500_000n } },
} as const

export const PUBLIC_FEED = { first: 4, step: 4, max: 10 } as const
export const PREMIUM_FEED = { first: 12, step: 4 } as const
export const PRESENCE_SECONDS = 90
/** A page that was closed for longer does not switch its creator live again; followers are told at most this often. */
export const PRESENCE = { resumeMinutes: 15, tellAgainHours: 4 } as const
/** How many invites a creator sends by WhatsApp. */
export const MAX_INVITES = 6
export const STORY_HOURS = 24

export const SUBSCRIPTION_PRICE_OPTIONS_MINOR = [12_000_000n, 18_000_000n, 25_000_000n, 35_000_000n] as const
export const DAILY_GOAL_OPTIONS_MINOR = [5_000_000n, 10_000_000n, 20_000_000n, 50_000_000n] as const
export const POST_PRICE_OPTIONS_MINOR = [2_500_000n, 5_000_000n, 7_500_000n, 10_000_000n] as const
/** Of a message with photos, videos or voice; a creator's own price has the bounds of a post's. */
export const CHAT_MEDIA_PRICE_OPTIONS_MINOR = [1_500_000n, 2_000_000n, 2_500_000n] as const
/** The bounds of a creator's own price. */
export const POST_PRICE_LIMITS_MINOR = { min: 100_000n, max: 500_000_000n } as const

export const MINIMUM_AGE_YEARS = 18
export const USERNAME_LENGTH = { min: 3, max: 30 } as const
export const FORMER_USERNAME_DAYS = 90

export const SIGN_IN = {
  codeMinutes: 15,
  triesPerCode: 5,
  resendSeconds: 60,
  codesPerAddressAndHour: 5,
  codesPerAddressAndDay: 10,
  codesPerNetworkAndHour: 60,
  codesPerHour: 2_000,
  unknownPerNetworkAndHour: 5,
  unknownPerNetworkAndDay: 30,
  wrongCodesPerHour: 300,
  /** Of these, the maximum that one network counts for: so that a single network can't pause the codes of everybody. */
  wrongCodesCountedPerNetwork: 5,
  wrongCodesPerNetworkAndHour: 30,
  wrongCodesPerAddressAndDay: 30,
} as const

/** Staff and the owner sign in again after these hours, however active they were. */
export const STAFF_SESSION_HOURS = { staff: 8, owner: 24 } as const

/** Staff and the owner sign in again after this long without a request. */
export const STAFF_IDLE_MINUTES = { staff: 30, owner: 15 } as const

/** The fresh proof of identity before sensitive actions, which a stolen session must not do; its mailed codes. */
export const PROOF = {
  freshMinutes: 10,
  codeMinutes: 10,
  triesPerCode: 5,
  resendSeconds: 60,
  codesPerSessionAndHour: 5,
  codesPerSessionAndDay: 10,
  codesPerPersonAndDay: 30,
  /** How long a form waits for the proof of whoever sent it. */
  keptFormMinutes: 30,
} as const

export const STAFF_SIGN_IN = {
  windowMinutes: 15,
  /**
   * Wrong tries in the window: of one address from everywhere, of one network, of everybody; a known device has only the first limit, for
   * itself.
   */
  wrongPerAddress: 5,
  wrongPerNetwork: 20,
  wrongEverywhere: 200,
  /** Of these, the maximum that one network counts for. */
  countedPerNetwork: 5,
  stepMinutes: 10,
  triesPerStep: 5,
  wrongCodesPerPerson: 10,
} as const

/** Authenticator apps, recovery codes and passkeys. */
export const SECOND_FACTOR = { wrongPerHour: 20, enrolMinutes: 30, sheetMinutes: 60, challengeMinutes: 5 } as const

/** Invites to the team: how long a link is valid, the codes that prove its mailbox, and how long the rest of the set-up may take. */
export const INVITE = {
  days: 7,
  codeMinutes: 15,
  triesPerCode: 5,
  resendSeconds: 60,
  maxCodes: 10,
  setupHours: 24,
} as const

/** A session in use continues for `whole` days from each use; after `max` days it ends however active it was. */
export const SESSION_DAYS = { fan: { whole: 30, idle: 14 }, creator: { whole: 30, idle: 7 }, max: 90 } as const

export const PAYMENT = {
  /** Below this the phone's prompt never appears. */
  minUgxMinor: 50_000n,
  /** The maximum amount of one mobile money payment in Uganda. */
  maxMobileMoneyMinor: 500_000_000n,
  linkMinutes: 30,
  /**
   * Payments that one account, or one visitor's browser, may start in an hour; and all visitors of one network, which a whole town may
   * share.
   */
  startsPerHour: 10,
  visitorStartsPerNetworkAndHour: 60,
  /** Money that arrives this long after its link ended is granted automatically; later only if it still makes sense. */
  lateHours: 24,
} as const

/** The bounds of one top-up, and the amounts on offer. The minimum is what the networks handle reliably; the maximum is a card's. */
export const TOP_UP = {
  minMinor: 100_000n,
  maxMinor: 2_000_000_000n,
  usualMinor: [1_000_000n, 2_500_000n, 5_000_000n, 10_000_000n],
} as const

/**
 * Custom requests: the bounds of a price, how long each side has to answer, how far ahead the wanted day may be, how many of one fan may be
 * open, and the lowest price of each kind while its creator has set none.
 */
export const CUSTOM_REQUEST = {
  minMinor: 100_000n,
  maxMinor: 500_000_000n,
  answerHours: 48,
  maxDeliveryDays: 30,
  wordsLength: 500,
  maxOpenPerFan: 10,
  /** How many requests to one creator a fan may take back within a day. */
  maxWithdrawnPerDay: 3,
  maxMedia: 10,
  draftDays: 7,
  standardMinor: { photo: 3_000_000n, video: 7_500_000n, voice: 5_000_000n },
} as const

/** A creator’s default price of a chat message. */
export const USUAL_RATES = { messageMinor: 500_000n } as const

/** The prices per message that a creator can choose, in minor units. */
export const CHAT_RATES_MINOR = [500_000n, 600_000n, 700_000n] as const

/** The bounds of one tip, the amounts that its page offers, and the maximum length of its message. */
export const TIP = {
  offeredMinor: [1_000_000n, 2_500_000n, 5_000_000n, 10_000_000n],
  minMinor: 100_000n,
  maxMinor: 500_000_000n,
  messageLength: 200,
} as const

/** How often one wallet may pay in a minute, purchases and holds together. */
export const WALLET_SPENDS_PER_MINUTE = 30

/** "Get full access": this many days of one creator. */
export const CREATOR_SUBSCRIPTION_DAYS = 30

/** Promo codes that somebody may try in an hour; and all visitors of one network, which a whole town may share. */
export const PROMO = { triesPerHour: 10, visitorTriesPerNetworkAndHour: 100 } as const

/** When a pass that renews from the wallet does so: before its end, and at the latest this long after it. */
export const RENEWAL = { hoursBefore: 6, hoursAfter: 24 } as const

export const REDIRECT_SECONDS = { success: 2, toSignIn: 3, creatorSuccess: 3 } as const

/** Our name on the bank statement and in the phone's prompt; shown before anybody pays. */
export const STATEMENT_NAME = 'PEACH UG'

/** A person's copy of their data, and the deletion of an account. */
export const PRIVACY = {
  daysBetweenExports: 1,
  exportDays: 7,
  coolingOffDays: 14,
  codeMinutes: 15,
  triesPerCode: 5,
  codesPerDay: 5,
  resendSeconds: 60,
} as const
