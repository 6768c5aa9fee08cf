import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { usePaymentFixture } from '#tests/support/payments.ts'
import type { Fixture } from './flows.ts'
import { keepFigures, SEED } from './kept-figures.ts'
import type { playPlanted } from './play-planted.ts'
import { type Module, type Plant, PLANTS } from './plants.ts'

/** Long histories, because some bugs need several steps of one kind; the first violation ends them. */
const PLAYED = { runs: 250, longest: 80 }
/** With these histories every bug is found within seconds; PROVE_SEED chooses others. */
const PLANTED_SEED = process.env.PROVE_SEED ? SEED : 14
const WITHOUT_A_BUG = { runs: 12, longest: 80 }
let found = 0
let play: typeof playPlanted

/** The original modules, and the replacements of some of their exports while a bug is planted. */
const real = new Map<string, Module>()
const planted = new Map<string, Partial<Record<string, unknown>>>()

// Loading the product takes longer than finding a bug in it: it is loaded once, and its exports are looked up on each use.
beforeAll(async () => {
  for (const module of new Set(PLANTS.flatMap((plant) => ('module' in plant ? [plant.module] : []))))
    vi.doMock(module, async (original) => switchable(module, await original<Module>()))
  vi.resetModules()
  ;({ playPlanted: play } = await import('./play-planted.ts'))
})

function switchable(name: string, module: Module): Module {
  real.set(name, module)
  const exports: Module = {}
  for (const key of Object.keys(module))
    Object.defineProperty(exports, key, {
      enumerable: true,
      get: () => planted.get(name)?.[key] ?? module[key],
    })
  return exports
}

/** Returns the violation that the histories found, or null. */
async function playWith(fixture: Fixture, plant: Plant): Promise<string | null> {
  if ('sql' in plant) await fixture.owner().query(plant.sql)
  else planted.set(plant.module, plant.plant(real.get(plant.module)!))
  return play(fixture, { ...PLAYED, seed: PLANTED_SEED }).finally(() => planted.clear())
}

// Each in its own fixture: what one bug has broken must not be attributed to another.
describe.each(PLANTS.map((plant) => [plant.name, plant] as const))('%s', (_, plant) => {
  const fixture = usePaymentFixture({ max: 10 })
  // Otherwise webhooks would be processed by the healthy product of this file.
  beforeEach(() => {
    fixture.state.refuseNotices = true
  })

  test('the histories find it', { timeout: 600_000 }, async () => {
    const violation = await playWith(fixture, plant)
    expect(violation).not.toBeNull()
    console.log(`${plant.name}: ${violation!.slice(0, 120)}`)
    found += 1
  })
})

describe('without a bug', () => {
  const fixture = usePaymentFixture({ max: 10 })
  beforeEach(() => {
    fixture.state.refuseNotices = true
  })

  test('the same histories find nothing', { timeout: 600_000 }, async () => {
    expect(await play(fixture, { ...WITHOUT_A_BUG, seed: PLANTED_SEED })).toBeNull()
  })
})

afterAll(() => keepFigures('planted-bugs', { planted: PLANTS.length, found, seed: PLANTED_SEED }))
