import { DEMO_CREATORS as RECIPES, type DemoCreator } from './artwork/creators.ts'

export const DEMO_DOMAIN = 'demo.peach.example'

/** The status of a demo creator: most are visible, one waits for review, one has let the weekly fee lapse. */
export type DemoCreatorStatus = 'visible' | 'in_review' | 'lapsed'
export type DemoCreatorAccount = {
  recipe: DemoCreator
  email: string
  status: DemoCreatorStatus
  /** Since when they are here; others joined before the history begins. */
  daysAgo?: number
}

const ZAWADI: DemoCreator = {
  username: 'zawadi',
  displayName: 'Zawadi',
  city: 'Kampala',
  motif: 'lantern',
  palette: 'clay',
  coverMotif: 'lake',
  bio: 'Letters read aloud, slowly.\nBack soon with new ones.',
  tags: ['creative'],
  subscriptionPriceUgx: 120_000,
  dailyGoalUgx: 100_000,
  chatRateUgx: 5_000,
  online: false,
}

export const DEMO_CREATORS: readonly DemoCreatorAccount[] = [...RECIPES, ZAWADI].map((recipe) => ({
  recipe,
  email: `${recipe.username === 'amina_k' ? 'amina' : recipe.username}@${DEMO_DOMAIN}`,
  status: recipe.username === 'nakato' ? 'in_review' : recipe === ZAWADI ? 'lapsed' : 'visible',
}))

/** `pass`: running, ended, granted without payment, or none ever. */
export type DemoFanAccount = {
  email: string
  displayName: string
  username: string
  city: string
  pass: 'running' | 'ended' | 'granted' | 'none'
  /** The creators they follow, by position in the list of creators. */
  follows: readonly number[]
  /** Since when they are here; others joined before the history begins. */
  daysAgo?: number
}

/** Who applied in the past: rejected, approved without having paid the fee yet, and asked for another photo of the document. */
export const DEMO_APPLICANTS: readonly DemoCreatorAccount[] = [
  applicant('mirembe', 'Mirembe', 'Lira', 'drum', 'night', 60),
  applicant('sanyu', 'Sanyu', 'Kampala', 'sails', 'leaf', 33),
  applicant('apio', 'Apio', 'Soroti', 'basket', 'lake', 18),
]

function applicant(
  username: string,
  displayName: string,
  city: string,
  motif: DemoCreator['motif'],
  palette: DemoCreator['palette'],
  daysAgo: number,
): DemoCreatorAccount {
  const recipe: DemoCreator = { ...ZAWADI, username, displayName, city, motif, palette, bio: `Hello from ${city}.` }
  return { recipe, email: `${username}@${DEMO_DOMAIN}`, status: 'in_review', daysAgo }
}

const KNOWN_FANS: readonly DemoFanAccount[] = [
  fan('brian', 'Brian O.', 'brian_o', 'Kampala', 'running', [0, 1, 4, 6, 7]),
  fan('grace', 'Grace A.', 'grace_a', 'Jinja', 'ended', [0, 10]),
  fan('okello', 'Okello P.', 'okello_p', 'Gulu', 'none', []),
]

const NAMES = [
  'Moses',
  'Peter',
  'Ronald',
  'Isaac',
  'Julius',
  'Denis',
  'Ivan',
  'Martin',
  'Robert',
  'Samuel',
  'Timothy',
  'Allan',
  'Charles',
  'Emmanuel',
  'Francis',
  'Geoffrey',
  'Henry',
  'Joel',
  'Kenneth',
  'Lawrence',
  'Mark',
  'Nathan',
  'Oscar',
  'Patrick',
  'Richard',
  'Simon',
  'Tonny',
  'Vincent',
  'Wilson',
  'Yusuf',
  'Andrew',
  'Benon',
  'Collins',
  'David',
  'Edgar',
  'Fred',
  'Godfrey',
  'Hassan',
  'Innocent',
  'Jonathan',
  'Kato',
  'Livingstone',
] as const
const CITIES = ['Kampala', 'Entebbe', 'Jinja', 'Gulu', 'Mbarara', 'Lira', 'Mbale', 'Arua'] as const

/** The other fans: they follow creators, and every third has a granted pass. Nobody needs to sign in as them. */
const CROWD: readonly DemoFanAccount[] = NAMES.map((name, index) => {
  const handle = `${name.toLowerCase()}${index + 10}`
  const follows = Array.from(
    { length: 4 + (index % 7) },
    (_, step) => (index * 5 + step * step * 3 + step) % DEMO_CREATORS.length,
  )
  return fan(handle, name, handle, CITIES[index % CITIES.length]!, index % 3 === 0 ? 'granted' : 'none', [
    ...new Set(follows),
  ])
})

export const DEMO_FANS: readonly DemoFanAccount[] = [...KNOWN_FANS, ...CROWD]

const FURTHER_NAMES = [
  'Brian',
  'Derrick',
  'Joshua',
  'Ambrose',
  'Solomon',
  'Musa',
  'Ibrahim',
  'Okot',
  'Wasswa',
  'Mugisha',
  'Tumusiime',
  'Ssemakula',
  'Akena',
  'Byaruhanga',
  'Kiggundu',
  'Lubega',
  'Mukasa',
  'Nsubuga',
  'Odongo',
  'Opio',
  'Ssali',
  'Turyahikayo',
  'Were',
  'Zziwa',
] as const
const FOLLOWERS = 240

/** People who only follow, so that followers and growth look as they would: most of them since lately. */
export const DEMO_FOLLOWERS: readonly DemoFanAccount[] = Array.from({ length: FOLLOWERS }, (_, index) => {
  const name = FURTHER_NAMES[index % FURTHER_NAMES.length]!
  const handle = `${name.toLowerCase()}_${100 + index}`
  // More and more come, and most of them follow those who come first in the feeds.
  const daysAgo = Math.round(190 * (1 - Math.sqrt(index / FOLLOWERS)))
  const follows = Array.from({ length: 2 + (index % 6) }, (_place, step) => {
    const spread = ((index * 37 + step * 11) % 100) / 100
    return Math.floor(spread * spread * spread * (DEMO_CREATORS.length - 2))
  })
  return { ...fan(handle, name, handle, CITIES[index % CITIES.length]!, 'none', [...new Set(follows)]), daysAgo }
})

function fan(
  mailbox: string,
  displayName: string,
  username: string,
  city: string,
  pass: DemoFanAccount['pass'],
  follows: readonly number[],
): DemoFanAccount {
  return { email: `${mailbox}@${DEMO_DOMAIN}`, displayName, username, city, pass, follows }
}

/** A name as on an identity document, for a creator who is shown by a first name. */
export function legalNameOf({ displayName }: { displayName: string }): string {
  return `${displayName.split(' ')[0]} Nakato`
}
