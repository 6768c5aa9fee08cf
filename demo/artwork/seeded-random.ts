/** A repeatable source of random numbers: the same seed always gives the same numbers. */
export interface Random {
  /** A number in [0, 1). */
  next(): number
  /** A number in [from, to). */
  between(from: number, to: number): number
  /** A whole number in [from, to], both ends included. */
  integer(from: number, to: number): number
  /** True with the given probability. */
  chance(probability: number): boolean
  /** One of the options, each as likely as the others. */
  pick<Option>(options: readonly Option[]): Option
}

/** Builds a random source from any text. Two seeds that differ in one letter share nothing. */
export function seededRandom(seed: string): Random {
  const next = splitMix(hashText(seed))

  function between(from: number, to: number): number {
    return from + next() * (to - from)
  }

  function integer(from: number, to: number): number {
    return from + Math.floor(next() * (to - from + 1))
  }

  function pick<Option>(options: readonly Option[]): Option {
    const chosen = options[integer(0, options.length - 1)]
    if (chosen === undefined) throw new Error('Cannot pick from an empty list')
    return chosen
  }

  return { next, between, integer, pick, chance: (probability) => next() < probability }
}

/** FNV-1a over the UTF-16 code units, 32 bits. */
function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return hash >>> 0
}

/** The 32-bit SplitMix generator: tiny, quick and even enough for pictures. */
function splitMix(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x9e3779b9) | 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x85ebca6b)
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32
  }
}
