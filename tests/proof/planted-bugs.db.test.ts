import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { usePaymentTown } from '#tests/support/payments.ts'
import { keepFigures, SEED } from './kept-figures.ts'
import { PLANTS } from './plants.ts'

const town = usePaymentTown({ max: 10 })
const MOST_HISTORIES = 400
let found = 0

// Notices would be worked on by the healthy product of this file.
beforeEach(() => {
  town.state.refuseNotices = true
})

async function play(): Promise<string | null> {
  vi.resetModules()
  const { playPlanted } = await import('./play-planted.ts')
  return playPlanted(town, { runs: MOST_HISTORIES, seed: SEED })
}

describe('a bug that costs money is found by the histories', () => {
  test.each(PLANTS.map((plant) => [plant.name, plant] as const))('%s', { timeout: 600_000 }, async (_, plant) => {
    if ('sql' in plant) {
      const { definition } = await town.one<{ definition: string }>(
        'select pg_get_functiondef($1::regprocedure) as definition',
        [plant.of],
      )
      await town.owner().query(plant.sql)
      let violation: string | null
      try {
        violation = await play()
      } finally {
        await town.owner().query(definition)
      }
      expect(violation).not.toBeNull()
    } else {
      vi.doMock(plant.module, async (original) => {
        const real = await original<Record<string, never>>()
        return { ...real, ...plant.plant(real) }
      })
      const violation = await play().finally(() => vi.doUnmock(plant.module))
      expect(violation).not.toBeNull()
    }
    found += 1
  })

  afterAll(() => keepFigures('planted-bugs', { planted: PLANTS.length, found }))
})
