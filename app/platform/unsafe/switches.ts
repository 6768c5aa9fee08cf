/**
 * What leans on internals of others, so that an upgrade could break it silently. Each can be switched off with UNSAFE_OFF (docs/operating.md);
 * README.md beside this file says what each gains.
 */
export const UNSAFE = [
  'short-transactions',
  'known-columns',
  'shared-page-scripts',
  'heap-growth',
  'kept-tick',
  'start-collection',
] as const

export type UnsafeSwitch = (typeof UNSAFE)[number]

let off: ReadonlySet<UnsafeSwitch> = new Set()

export function switchOff(names: Iterable<UnsafeSwitch>): void {
  off = new Set(names)
}

export function isOn(name: UnsafeSwitch): boolean {
  return !off.has(name)
}
