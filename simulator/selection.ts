// Which scenario applies. From strong to weak: one-shot queue, meta, suffix of the reference, e-mail tag, phone, card,
// drawer of the page, global default.
import type { QueueRecord } from './records.ts'
import { findScenario, NO_SCENARIO, scenarioOfPhone } from './scenarios.ts'
import type { Choice, Scenario } from './scenario-types.ts'
import { findCard } from './test-cards.ts'
import type { World } from './world.ts'

export interface Facts {
  path?: string | null
  txRef?: string | null
  email?: string | null
  meta?: unknown
  phone?: string | null
  card?: string | null
  drawer?: Choice | null
}

/** Reads `P07` or `P35.reset`; null when there is no such scenario or variant. */
export function parseChoice(text: unknown): Choice | null {
  const match = typeof text === 'string' ? /^([A-Za-z]\d\d)(?:[.:_-]([a-z]+))?$/.exec(text.trim()) : null
  const scenario = match?.[1] ? findScenario(match[1]) : undefined
  if (!scenario) return null
  const variant = match?.[2] ?? null
  if (variant !== null && !scenario.variants?.[variant]) return null
  return { id: scenario.id, variant }
}

export function describeChoice(choice: Choice | null): string | null {
  if (choice === null || choice.id === '') return null
  return choice.variant === null ? choice.id : `${choice.id}.${choice.variant}`
}

/** The variants of a scenario are used in rotation unless one is named. */
export function withVariant(world: World, choice: Choice): Choice {
  const variants = Object.keys(findScenario(choice.id)?.variants ?? {})
  if (choice.variant !== null || variants.length === 0) return choice
  const turn = world.store.settings.variantCounts[choice.id] ?? 0
  world.store.changeSettings({ variantCounts: { ...world.store.settings.variantCounts, [choice.id]: turn + 1 } })
  return { id: choice.id, variant: variants[turn % variants.length] ?? null }
}

/** Takes the oldest entry of the one-shot queue that fits and whose scenario the caller can use. */
export function shiftQueued(world: World, facts: Facts, wanted: (scenario: Scenario) => boolean): Choice | null {
  for (const entry of world.store.queue.all()) {
    const scenario = findScenario(entry.choice.id)
    if (!scenario || !wanted(scenario) || !fits(entry, facts)) continue
    if (entry.left > 1) world.store.queue.patch(entry, { left: entry.left - 1 })
    else world.store.queue.delete(entry.id)
    return entry.choice
  }
  return null
}

/** What the references themselves select, without the queue. */
export function selectSticky(world: World, facts: Facts, wanted: (scenario: Scenario) => boolean): Choice {
  const candidates: (Choice | null | undefined)[] = [
    parseChoice(metaScenario(facts.meta)),
    parseChoice(/__([A-Za-z]\d\d(?:[._][a-z]+)?)$/.exec(facts.txRef ?? '')?.[1]?.replace('_', '.')),
    parseChoice(/\+flw\.([A-Za-z]\d\d(?:\.[a-z]+)?)@/.exec(facts.email ?? '')?.[1]),
    facts.phone ? scenarioOfPhone(localPhone(facts.phone)) : null,
    facts.card ? findCard(facts.card)?.choice : null,
    facts.drawer,
    world.store.settings.globalChoice,
  ]
  return candidates.find((choice) => choice && wanted(findScenario(choice.id) ?? NOTHING)) ?? NO_SCENARIO
}

const NOTHING: Scenario = { id: '', group: 'payment', name: '', effect: '' }

/** 0770000904 for every spelling of a Ugandan number. */
export function localPhone(phone: string): string {
  const digits = phone.replace(/\D/g, '').replace(/^00256/, '256')
  if (digits.startsWith('256')) return `0${digits.slice(3)}`
  return digits.startsWith('0') ? digits : `0${digits}`
}

function metaScenario(meta: unknown): unknown {
  const holder: unknown = Array.isArray(meta) ? meta[0] : meta
  return typeof holder === 'object' && holder !== null && 'sim_scenario' in holder ? holder.sim_scenario : null
}

function fits(entry: QueueRecord, facts: Facts): boolean {
  const { path, tx_ref: txRef, email } = entry.match
  if (txRef !== undefined && txRef !== facts.txRef) return false
  if (email !== undefined && email.toLowerCase() !== facts.email?.toLowerCase()) return false
  if (path === undefined || facts.path === undefined) return true
  return (facts.path ?? '').startsWith(path)
}
