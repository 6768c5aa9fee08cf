import type { Count } from './vitest-report.ts'

/** A part of a run: what it counted, and a line for each of its tests that was spared. */
export type Part = { name: string; seconds: number; count: Count; spared: string[] }
