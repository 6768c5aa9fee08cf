type Reading = { running: Promise<unknown>; next: Promise<unknown> | null }

/**
 * Reads of one kind that are joined where several ask for the same at once. Whoever asks gets a read that began after the question: those
 * who come while one is running share the next one. So nobody is told what had already changed, and many requests of one player or one page
 * cost two reads. `Value` is shared and must not be changed.
 */
export function joinReads<Value>(): (key: string, read: () => Promise<Value>) => Promise<Value> {
  const readings = new Map<string, Reading>()

  function begin(key: string, read: () => Promise<Value>): Promise<Value> {
    const running = read()
    const reading: Reading = { running, next: null }
    readings.set(key, reading)
    const end = (): void => {
      if (readings.get(key) === reading && reading.next === null) readings.delete(key)
    }
    running.then(end, end)
    return running
  }

  return (key, read) => {
    const reading = readings.get(key)
    if (!reading) return begin(key, read)
    const start = (): Promise<Value> => begin(key, read)
    reading.next ??= reading.running.then(start, start)
    return reading.next as Promise<Value>
  }
}
