import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { usePaymentTown } from '#tests/support/payments.ts'
import type { Town } from './flows.ts'
import { keepFigures, SEED } from './kept-figures.ts'
import { type Plant, PLANTS } from './plants.ts'

/** Long histories, because some bugs need several steps of one kind; the first violation ends them. */
const PLAYED = { runs: 250, longest: 80 }
const WITHOUT_A_BUG = { runs: 12, longest: 80 }
let found = 0

/** Answers the violation that the histories found, or null. */
async function play(town: Town, played: { runs: number; longest: number }): Promise<string | null> {
  vi.resetModules()
  const { playPlanted } = await import('./play-planted.ts')
  return playPlanted(town, { ...played, seed: SEED })
}

async function playWith(town: Town, plant: Plant): Promise<string | null> {
  if ('sql' in plant) {
    await town.owner().query(plant.sql)
    return play(town, PLAYED)
  }
  vi.doMock(plant.module, async (original) => {
    const real = await original<Record<string, never>>()
    return { ...real, ...plant.plant(real) }
  })
  return play(town, PLAYED).finally(() => vi.doUnmock(plant.module))
}

// Each in a town of its own: what one bug has broken must not be taken for another one's work.
describe.each(PLANTS.map((plant) => [plant.name, plant] as const))('%s', (_, plant) => {
  const town = usePaymentTown({ max: 10 })
  // Notices would be worked on by the healthy product of this file.
  beforeEach(() => {
    town.state.refuseNotices = true
  })

  test('the histories find it', { timeout: 600_000 }, async () => {
    const violation = await playWith(town, plant)
    expect(violation).not.toBeNull()
    console.log(`${plant.name}: ${violation!.slice(0, 120)}`)
    found += 1
  })
})

describe('without a bug', () => {
  const town = usePaymentTown({ max: 10 })
  beforeEach(() => {
    town.state.refuseNotices = true
  })

  test('the same histories find nothing', { timeout: 600_000 }, async () => {
    expect(await play(town, WITHOUT_A_BUG)).toBeNull()
  })
})

afterAll(() => keepFigures('planted-bugs', { planted: PLANTS.length, found }))
