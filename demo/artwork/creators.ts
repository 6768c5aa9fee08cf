import type { CoverMotif, Motif } from './compose-artwork.ts'
import type { PaletteName } from './palettes.ts'

export type DemoTag = 'new' | 'flirty' | 'vip' | 'creative' | 'dancer' | 'music'

/** A creator of the demo data. All amounts are whole Uganda shillings. */
export interface DemoCreator {
  readonly username: string
  readonly displayName: string
  readonly city: string
  readonly motif: Motif
  readonly palette: PaletteName
  readonly coverMotif: CoverMotif
  /** Two short lines. */
  readonly bio: string
  /** At most three. */
  readonly tags: readonly DemoTag[]
  /** Below the price of the pass for all. */
  readonly subscriptionPriceUgx: 120_000
  readonly dailyGoalUgx: 50_000 | 100_000 | 200_000 | 500_000
  /** For one message. */
  readonly chatRateUgx: 5_000 | 6_000 | 7_000
  readonly online: boolean
}

type Prices = Pick<DemoCreator, 'subscriptionPriceUgx' | 'dailyGoalUgx' | 'chatRateUgx'>

const BUDGET: Prices = { subscriptionPriceUgx: 120_000, dailyGoalUgx: 50_000, chatRateUgx: 5_000 }
const STANDARD: Prices = { subscriptionPriceUgx: 120_000, dailyGoalUgx: 100_000, chatRateUgx: 5_000 }
const PREMIUM: Prices = { subscriptionPriceUgx: 120_000, dailyGoalUgx: 200_000, chatRateUgx: 6_000 }
const VIP: Prices = { subscriptionPriceUgx: 120_000, dailyGoalUgx: 500_000, chatRateUgx: 7_000 }

/** The twenty-six creators of the demo data, in the order they joined. */
export const DEMO_CREATORS: readonly DemoCreator[] = [
  {
    ...person('amina_k', 'Amina K', 'Kampala', 'Dancer and voice artist.\nNew post every Friday.'),
    ...style('dancer', 'ember', 'lantern'),
    ...STANDARD,
    tags: ['dancer', 'creative', 'music'],
    online: true,
  },
  {
    ...person('brenda', 'Brenda', 'Entebbe', 'Mornings by the lake, poems, slow talk.\nI answer before noon.'),
    ...style('lake', 'dusk', 'lake'),
    ...STANDARD,
    tags: ['creative', 'new'],
    online: true,
  },
  {
    ...person('claire', 'Claire', 'Jinja', 'I garden and I tell stories.\nAsk me about the river.'),
    ...style('leaves', 'leaf', 'hills'),
    ...BUDGET,
    tags: ['creative'],
    online: false,
  },
  {
    ...person(
      'doreen',
      'Doreen',
      'Mbarara',
      'Weaver of baskets, third generation.\nLessons, patterns and a good laugh.',
    ),
    ...style('basket', 'gold', 'kitenge'),
    ...PREMIUM,
    tags: ['creative', 'vip'],
    online: true,
  },
  {
    ...person('esther_dj', 'Esther', 'Gulu', 'Friday sets from the north.\nBring your own dancing shoes.'),
    ...style('drum', 'berry', 'lantern'),
    ...VIP,
    tags: ['music', 'vip', 'flirty'],
    online: true,
  },
  {
    ...person('fiona', 'Fiona', 'Fort Portal', 'Runner, hiker, early riser.\nThe crater lakes are my gym.'),
    ...style('crane', 'lake', 'hills'),
    ...STANDARD,
    tags: ['new', 'creative'],
    online: false,
  },
  {
    ...person('grace_o', 'Grace', 'Masaka', 'Fashion, fabric, fittings.\nEvery dress has its story.'),
    ...style('kitenge', 'ember', 'kitenge'),
    ...PREMIUM,
    tags: ['creative', 'flirty'],
    online: true,
  },
  {
    ...person('hope', 'Hope', 'Kabale', 'The voice of the late hour.\nRadio talk from the cold hills.'),
    ...style('hills', 'night', 'hills'),
    ...STANDARD,
    tags: ['music', 'vip'],
    online: false,
  },
  {
    ...person('irene', 'Irene', 'Mbale', 'Singer with a small studio.\nA new cover every week.'),
    ...style('bars', 'clay', 'hills'),
    ...STANDARD,
    tags: ['music', 'creative'],
    online: true,
  },
  {
    ...person('joan', 'Joan', 'Arua', 'Cook, host and night owl.\nThe lamps stay lit till late.'),
    ...style('lantern', 'dusk', 'lantern'),
    ...BUDGET,
    tags: ['flirty', 'new'],
    online: true,
  },
  {
    ...person('kirabo', 'Kirabo', 'Soroti', 'I travel the big lake by sail.\nPostcards from every landing.'),
    ...style('sails', 'berry', 'sails'),
    ...PREMIUM,
    tags: ['creative', 'vip'],
    online: false,
  },
  {
    ...person('lydia', 'Lydia', 'Kampala', 'I paint on bark cloth.\nWatch a piece grow from the first line.'),
    ...style('bark', 'gold', 'kitenge'),
    ...STANDARD,
    tags: ['creative'],
    online: true,
  },
  {
    ...person('mercy_n', 'Mercy', 'Lira', 'Drummer in a family of drummers.\nRhythm first, talk later.'),
    ...style('drum', 'ember', 'lantern'),
    ...BUDGET,
    tags: ['music', 'dancer', 'new'],
    online: true,
  },
  {
    ...person('nakato', 'Nakato', 'Mukono', 'Tea, plants and quiet evenings.\nTwin sister of a louder twin.'),
    ...style('leaves', 'gold', 'lake'),
    ...BUDGET,
    tags: ['creative', 'new'],
    online: false,
  },
  {
    ...person('olive', 'Olive', 'Hoima', 'Bird watcher with a sharp tongue.\nI always say good morning.'),
    ...style('crane', 'dusk', 'sails'),
    ...STANDARD,
    tags: ['flirty', 'creative'],
    online: true,
  },
  {
    ...person('patience', 'Patience', 'Tororo', 'Potter near the great rock.\nSlow hands, warm words.'),
    ...style('bark', 'ember', 'hills'),
    ...PREMIUM,
    tags: ['vip', 'creative'],
    online: false,
  },
  {
    ...person('queen_b', 'Queen B', 'Kampala', 'City nights and bright cloth.\nCome as you are, stay a while.'),
    ...style('kitenge', 'night', 'lantern'),
    ...VIP,
    tags: ['vip', 'flirty', 'dancer'],
    online: true,
  },
  {
    ...person('ritah', 'Ritah', 'Kasese', 'Mountain guide of the Rwenzori.\nPictures from above the clouds.'),
    ...style('hills', 'ember', 'hills'),
    ...STANDARD,
    tags: ['creative', 'new'],
    online: false,
  },
  {
    ...person('sanyu', 'Sanyu', 'Entebbe', 'My name means joy and I mean it.\nSongs from the jetty at sunset.'),
    ...style('sails', 'lake', 'sails'),
    ...PREMIUM,
    tags: ['music', 'flirty'],
    online: true,
  },
  {
    ...person('teddy_m', 'Teddy', 'Wakiso', 'I teach the steps my aunt taught me.\nBeginners are welcome.'),
    ...style('dancer', 'leaf', 'kitenge'),
    ...BUDGET,
    tags: ['dancer', 'new'],
    online: true,
  },
  {
    ...person('unity', 'Unity', 'Mbarara', 'Gospel at noon, soul at night.\nVoice notes are my love letters.'),
    ...style('bars', 'dusk', 'lantern'),
    ...VIP,
    tags: ['music', 'vip'],
    online: false,
  },
  {
    ...person('vanessa', 'Vanessa', 'Jinja', 'Where the river starts, so do I.\nSunsets, boats and honest talk.'),
    ...style('lake', 'ember', 'lake'),
    ...PREMIUM,
    tags: ['flirty', 'creative', 'vip'],
    online: true,
  },
  {
    ...person('winnie', 'Winnie', 'Masindi', 'Colour is my first language.\nBaskets, beads and small wonders.'),
    ...style('basket', 'berry', 'kitenge'),
    ...STANDARD,
    tags: ['creative', 'new'],
    online: false,
  },
  {
    ...person('yvonne', 'Yvonne', 'Mityana', 'Dinner host and dreamer.\nI save you a seat by the lamp.'),
    ...style('lantern', 'ember', 'lantern'),
    ...STANDARD,
    tags: ['flirty', 'music'],
    online: true,
  },
  {
    ...person('zahara', 'Zahara', 'Arua', 'Stage dancer on a rest day.\nRehearsals nobody else gets to see.'),
    ...style('dancer', 'night', 'kitenge'),
    ...VIP,
    tags: ['dancer', 'vip', 'music'],
    online: true,
  },
  {
    ...person('zawedde', 'Zawedde', 'Kabale', 'Letters from the islands of Bunyonyi.\nSlow boats, good books.'),
    ...style('crane', 'leaf', 'lake'),
    ...BUDGET,
    tags: ['creative'],
    online: false,
  },
]

function person(username: string, displayName: string, city: string, bio: string) {
  return { username, displayName, city, bio }
}

function style(motif: Motif, palette: PaletteName, coverMotif: CoverMotif) {
  return { motif, palette, coverMotif }
}
