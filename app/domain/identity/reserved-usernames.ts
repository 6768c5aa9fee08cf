/**
 * First segments of our own URLs, those of tools and files that servers answer at, and words that every visitor would take for a URL of
 * ours. A test compares this list with app/routes.ts.
 */
const ROUTE_SEGMENTS = listOf(`
  about acceptable-use account activity admin admin-onboarding admin-terms admin-unauthorized age agreements api app
  apply assets auth badge badges book booking bookings browse browse-as build call calls chat chats checkout comment comments confirm-identity contact content
  creator creator-subscription creator-subscription-callback creator-verification creators dashboard delete dev
  discover document documents download earnings edit engage explore fan fans faq favicon feed feeds gal gals healthz
  help home how-passes-are-shared index invite invites join landing legal like likes link live log-in log-out login logout mail
  manage manifest media message messages metrics new notification notifications null offline onboarding owner-login
  passkey passkeys pay payment payment-callback payments payout payouts plan plans poll polls post posts premium premium-feed
  pricing privacy profile profile-setup promo public public-feed purchase purchases quick-hide readyz receipt receipts
  refund refunds register release releases report reports request requests robots root rules safety search service-worker settings setup share shop
  sign-in sign-out sign-up simulator sitemap static status stories story stream streams subscribe subscription
  subscriptions tag tags team terms tip tips unblocked-feed undefined unlock unlocks unsubscribe upload uploads user
  users verification verify video viewer viewer-onboarding viewers visitor wallet webhook webhooks well-known www
`)

/** Words that make a name sound official; they are refused as a part of a name as well. */
const STAFF_WORDS = listOf(`
  abuse admin administrator billing founder helpdesk hostmaster mod moderator official owner postmaster root security
  staff superadmin superuser support sysadmin system webmaster
`)

const BRAND_WORDS = ['peach', 'team'] as const

const LOOKS_LIKE: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '6': 'g',
  '7': 't',
  '8': 'b',
  '9': 'g',
  l: 'i',
}

/** A name as a hurried reader sees it: digits as the letters they resemble, l and i alike, no dashes and underscores. */
export function skeleton(word: string): string {
  return word
    .replace(/[-_]/g, '')
    .replace(/[01345678l9]/g, (character) => LOOKS_LIKE[character]!)
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
}

function singular(word: string): string {
  return word.length > 3 && word.endsWith('s') ? word.slice(0, -1) : word
}

function listOf(words: string): string[] {
  return words.trim().split(/\s+/)
}

/** Every reading of a name under which it could pass for a reserved word: as it is, without a number at its end, without a plural's s. */
function readingsOf(word: string): string[] {
  const readings = new Set<string>()
  for (const text of [word, word.replace(/[\d_]+$/, ''), word.replace(/^[\d_]+/, '')]) {
    if (text === '') continue
    readings.add(skeleton(text))
    readings.add(singular(skeleton(text)))
  }
  return [...readings]
}

function combinedWithBrand(brand: readonly string[]): string[] {
  const message = [...STAFF_WORDS, ...brand, 'help', 'care', 'pay', 'payments', 'team', 'app', 'hq']
  return brand.flatMap((name) => message.flatMap((word) => [`${name}${word}`, `${word}${name}`]))
}

/** Words that make a display name speak for us, wherever they stand; others, such as "founder", people have in their names. */
const TEAM_WORDS = new Set(
  listOf('admin administrator helpdesk moderator official staff support sysadmin system webmaster').map(skeleton),
)
/** Beside the brand's name, these speak for us too. */
const BESIDE_BRAND = new Set(
  listOf('team care help pay payment app hq billing security verified service').map(skeleton),
)

/** Whether a name speaks for the team: with a word of the staff in it, or the brand alone or beside a word such as "care". */
export function soundsLikeTeam(words: readonly string[], brandName = ''): boolean {
  const readings = words.map((word) => singular(skeleton(word)))
  if (readings.some((word) => TEAM_WORDS.has(word))) return true
  const reserved = reservedFor(brandName)
  const whole = skeleton(words.join(''))
  const brands = [BRAND_WORDS[0], brandName.toLowerCase().replace(/[^a-z0-9]/g, '')].filter(Boolean).map(skeleton)
  const named = brands.some((brand) => whole.includes(brand))
  return named && (reserved.has(whole) || readings.some((word) => BESIDE_BRAND.has(word)))
}

const staff = new Set(STAFF_WORDS.flatMap((word) => [skeleton(word), singular(skeleton(word))]))
const houses = new Map<string, Set<string>>()

/** All reserved readings, with the product's brand name here. */
function reservedFor(brandName: string): Set<string> {
  const brand = brandName.toLowerCase().replace(/[^a-z0-9]/g, '')
  let found = houses.get(brand)
  if (!found) {
    const names = brand === '' ? BRAND_WORDS : [...new Set([...BRAND_WORDS, brand])]
    const message = [...ROUTE_SEGMENTS, ...STAFF_WORDS, ...names, ...combinedWithBrand(names)]
    found = new Set(message.flatMap((word) => [skeleton(word), singular(skeleton(word))]))
    houses.set(brand, found)
  }
  return found
}

/** Whether this username is reserved: a word of our URLs or of our staff, or one that looks like it. */
export function isReservedUsername(username: string, brandName = ''): boolean {
  const reserved = reservedFor(brandName)
  if (readingsOf(username).some((reading) => reserved.has(reading))) return true
  const parts = username.split('_').filter(Boolean)
  return parts.some((part) => readingsOf(part).some((reading) => staff.has(reading)))
}
