// What every part of the simulator gets: its settings, its time, its memory and its courier.
import type { Courier } from './courier.ts'
import type { Surroundings } from './surroundings.ts'

export interface World extends Surroundings {
  courier: Courier
}

const TEN_MINUTES = 600_000

/** An instant as the gateway writes it: whole seconds, `.000Z`. */
export function wireTime(world: World, ms: number): string {
  const skew = world.store.settings.switches['X02']
  const shift = skew ? (skew.variant === 'behind' ? -TEN_MINUTES : TEN_MINUTES) : 0
  const at = new Date(Math.floor((ms + shift) / 1000) * 1000)
  return Number.isNaN(at.getTime()) ? new Date(0).toISOString() : at.toISOString()
}

/** Whether a system-wide scenario is switched on now. */
export function isOn(world: World, scenarioId: string): boolean {
  const state = world.store.settings.switches[scenarioId]
  return state !== undefined && (state.until === null || world.clock.now() < state.until)
}
