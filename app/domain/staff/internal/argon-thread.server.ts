import { argon2Sync, type Argon2Parameters } from 'node:crypto'
import { parentPort } from 'node:worker_threads'

// Each thread keeps the memory of the largest hash that it has made. One thread for all of them keeps it once; the pool would four times.
parentPort?.on('message', (parameters: Argon2Parameters) => {
  parentPort?.postMessage(argon2Sync('argon2id', parameters), [])
})
