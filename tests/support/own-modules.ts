import { vi } from 'vitest'

// Files of one worker share what packages load, and nothing of ours: a moved clock, a kept setting or an open pool would reach the next file.
vi.resetModules()
