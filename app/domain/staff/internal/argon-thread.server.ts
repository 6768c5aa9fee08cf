import { argon2Sync, type Argon2Parameters } from 'node:crypto'
import { parentPort } from 'node:worker_threads'

// Each thread keeps the memory of its largest hash. One thread for all hashes keeps it once; the thread pool would four times.
parentPort?.on('message', (parameters: Argon2Parameters) => {
  parentPort?.postMessage(argon2Sync('argon2id', parameters), [])
})
