import { availableParallelism } from 'node:os'
import { z } from 'zod'
import { LOG_FORMATS, LOG_LEVELS } from './log.server.ts'
import { UNSAFE, type UnsafeSwitch } from './unsafe/switches.ts'

/** What the operator may set; docs/operating.md explains each. Everything else is a constant or a row. */
export type Config = {
  port: number
  host: string
  baseUrl: string
  trustProxy: number
  dataDir: string
  appSecret: string | null
  databaseUrl: string | null
  /** Carries notices to open pages between processes; null: PostgreSQL does. */
  redisUrl: string | null
  s3: { url: string; accessKey: string; secretKey: string } | null
  mediaAccel: 'x-accel' | null
  smtpUrl: string | null
  mailFrom: string
  /** The keys with which browsers' push services know us; the public one is half of the private one. */
  vapid: { publicKey: string; privateKey: string } | null
  /** The hosts of push services, instead of the ones that we know. */
  pushHosts: string[] | null
  gateway: { secretKey: string; webhookHash: string; accountId: string; baseUrl: string } | null
  simulatorPort: number
  /** Each is null where the demo has its own. */
  owner: { email: string | null; secretKey: string | null }
  adminEmailDomain: string
  brandName: string
  metricsToken: string | null
  demo: boolean
  /** Multiplies every rate limit and budget of requests. */
  budgetFactor: number
  roles: Set<'web' | 'worker'>
  /** How many processes serve the port. */
  webProcesses: number
  unsafeOff: Set<UnsafeSwitch>
  /** Whether browsers get the service worker, or one that removes it. */
  serviceWorker: boolean
}

export class ConfigurationError extends Error {}

/** It gives every right: nobody may guess it. */
const MIN_OWNER_KEY_LENGTH = 24

/** Each holds up to 300 MiB and 14 connections to the database. */
const MAX_WEB_PROCESSES = 4

const optional = z.string().trim().min(1).optional()
const port = z.coerce.number().int().min(1).max(65_535)

const Environment = z.object({
  PORT: port.default(3000),
  HOST: z.string().trim().min(1).default('127.0.0.1'),
  BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
  TRUST_PROXY: z.coerce.number().int().min(0).max(5).default(0),
  DATA_DIR: z.string().trim().min(1).default('./data'),
  // "new,old" while one replaces the other.
  APP_SECRET: z
    .string()
    .refine(
      (secrets) => secrets.split(',').every((secret) => secret.length >= 32),
      'each secret must have at least 32 characters',
    )
    .optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
  S3_URL: z.url({ protocol: /^https?$/ }).optional(),
  S3_ACCESS_KEY: optional,
  S3_SECRET_KEY: optional,
  MEDIA_ACCEL: z.enum(['x-accel']).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: optional,
  VAPID_PUBLIC_KEY: z
    .string()
    .regex(/^[\w-]{87}$/, 'must be 65 bytes in base64url')
    .optional(),
  VAPID_PRIVATE_KEY: z
    .string()
    .regex(/^[\w-]{43}$/, 'must be 32 bytes in base64url')
    .optional(),
  PUSH_HOSTS: z
    .string()
    .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+(,[a-z0-9-]+(\.[a-z0-9-]+)+)*$/, 'must be host names, separated by commas')
    .optional(),
  FLUTTERWAVE_SECRET_KEY: optional,
  FLUTTERWAVE_WEBHOOK_HASH: optional,
  FLUTTERWAVE_ACCOUNT_ID: z.string().regex(/^\d+$/, 'must be a number').optional(),
  FLUTTERWAVE_BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
  SIMULATOR_PORT: port.optional(),
  OWNER_EMAIL: z.email('must be an e-mail address').optional(),
  OWNER_SECRET_KEY: z.string().trim().min(8, 'must have at least 8 characters').optional(),
  ADMIN_EMAIL_DOMAIN: z
    .string()
    .trim()
    .regex(/^[a-z0-9.-]+\.[a-z]{2,}$/, 'must be a domain')
    .default('peach.example'),
  BRAND_NAME: z.string().trim().min(1).max(40).default('Peach'),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  DEMO: z.enum(['0', '1']).optional(),
  BUDGET_FACTOR: z.coerce.number().min(0.1).max(1_000).default(1),
  ROLES: z.string().default('web,worker'),
  WEB_PROCESSES: z.coerce
    .number()
    .int()
    .min(1)
    .max(MAX_WEB_PROCESSES)
    .default(() => Math.min(availableParallelism(), MAX_WEB_PROCESSES)),
  UNSAFE_OFF: z.string().default(''),
  SERVICE_WORKER: z.enum(['on', 'off']).default('on'),
  // Read by the log itself, which starts before the configuration; here it is only checked.
  LOG_LEVEL: z.enum(LOG_LEVELS).optional(),
  LOG_FORMAT: z.enum(LOG_FORMATS).optional(),
})

/**
 * Reads and checks the configuration. Throws ConfigurationError with one clear line that names the variable, never its value: secrets
 * don't belong in logs.
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = Environment.safeParse(given)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!
    throw new ConfigurationError(`${String(issue.path[0])} is wrong: ${issue.message}`)
  }
  const env = parsed.data
  const demo = readDemo(env)

  if (demo && env.FLUTTERWAVE_SECRET_KEY && !env.FLUTTERWAVE_SECRET_KEY.startsWith('FLWSECK_TEST')) {
    throw new ConfigurationError('FLUTTERWAVE_SECRET_KEY is wrong: DEMO=1 never runs with a live key')
  }
  if (!demo) {
    const needed = [
      'BASE_URL',
      'APP_SECRET',
      'SMTP_URL',
      'MAIL_FROM',
      'FLUTTERWAVE_SECRET_KEY',
      'FLUTTERWAVE_WEBHOOK_HASH',
      'FLUTTERWAVE_ACCOUNT_ID',
      'OWNER_EMAIL',
      'OWNER_SECRET_KEY',
    ] as const
    for (const name of needed) {
      if (!env[name]) throw new ConfigurationError(`${name} is missing: it is needed while DEMO is 0`)
    }
    if (env.OWNER_SECRET_KEY!.length < MIN_OWNER_KEY_LENGTH)
      throw new ConfigurationError(
        `OWNER_SECRET_KEY is wrong: it must have at least ${MIN_OWNER_KEY_LENGTH} characters`,
      )
  }
  if (!demo && !isSafeAddress(env.BASE_URL!))
    throw new ConfigurationError('BASE_URL is wrong: it must begin with https, or name this machine, while DEMO is 0')
  const storeKeys = [env.S3_URL, env.S3_ACCESS_KEY, env.S3_SECRET_KEY].filter(Boolean).length
  if (storeKeys !== 0 && storeKeys !== 3) {
    throw new ConfigurationError('S3_URL, S3_ACCESS_KEY and S3_SECRET_KEY are set together or not at all')
  }
  if (!env.VAPID_PUBLIC_KEY !== !env.VAPID_PRIVATE_KEY)
    throw new ConfigurationError('VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY are set together or not at all')
  const simulatorPort = env.SIMULATOR_PORT ?? env.PORT + 1
  if (simulatorPort === env.PORT) throw new ConfigurationError('SIMULATOR_PORT is wrong: it equals PORT')
  const baseUrl = (env.BASE_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, '')
  if (new URL(baseUrl).pathname !== '/') throw new ConfigurationError('BASE_URL is wrong: it must have no path')

  return {
    port: env.PORT,
    host: env.HOST,
    baseUrl,
    trustProxy: env.TRUST_PROXY,
    dataDir: env.DATA_DIR,
    appSecret: env.APP_SECRET ?? null,
    databaseUrl: env.DATABASE_URL ?? null,
    redisUrl: env.REDIS_URL ?? null,
    s3: env.S3_URL ? { url: env.S3_URL, accessKey: env.S3_ACCESS_KEY!, secretKey: env.S3_SECRET_KEY! } : null,
    mediaAccel: env.MEDIA_ACCEL ?? null,
    smtpUrl: env.SMTP_URL ?? null,
    mailFrom: env.MAIL_FROM ?? `${env.BRAND_NAME} <hello@${env.ADMIN_EMAIL_DOMAIN}>`,
    vapid: env.VAPID_PUBLIC_KEY ? { publicKey: env.VAPID_PUBLIC_KEY, privateKey: env.VAPID_PRIVATE_KEY! } : null,
    pushHosts: env.PUSH_HOSTS?.split(',') ?? null,
    gateway: readGateway(env),
    simulatorPort,
    owner: { email: env.OWNER_EMAIL ?? null, secretKey: env.OWNER_SECRET_KEY ?? null },
    adminEmailDomain: env.ADMIN_EMAIL_DOMAIN,
    brandName: env.BRAND_NAME,
    metricsToken: env.METRICS_TOKEN ?? null,
    demo,
    budgetFactor: env.BUDGET_FACTOR,
    roles: readRoles(env.ROLES),
    webProcesses: env.WEB_PROCESSES,
    unsafeOff: readUnsafeOff(env.UNSAFE_OFF),
    serviceWorker: env.SERVICE_WORKER === 'on',
  }
}

/**
 * The demo shows every mail, with its code, to every visitor, so it is the default only where nobody else can visit: with no real service
 * configured and everything on this machine. Elsewhere it must be set.
 */
function readDemo(env: z.infer<typeof Environment>): boolean {
  if (env.DEMO) return env.DEMO === '1'
  if (env.DATABASE_URL || env.FLUTTERWAVE_SECRET_KEY) return false
  const open = !isThisMachine(env.HOST)
    ? 'HOST'
    : env.BASE_URL && !isThisMachine(hostOf(env.BASE_URL))
      ? 'BASE_URL'
      : null
  if (open)
    throw new ConfigurationError(
      `DEMO is missing: ${open} is open to other machines; set DEMO=0 with DATABASE_URL and the rest of docs/operating.md, or DEMO=1, which shows every mailed code at /dev/mail to whoever reaches it`,
    )
  return true
}

function hostOf(url: string): string {
  return new URL(url).hostname
}

function isThisMachine(host: string): boolean {
  return host === 'localhost' || /^127(\.\d{1,3}){3}$/.test(host) || host === '::1' || host === '[::1]'
}

/** Without https a session cookie would be sent unencrypted; only connections within this machine are safe. */
function isSafeAddress(baseUrl: string): boolean {
  return new URL(baseUrl).protocol === 'https:' || isThisMachine(hostOf(baseUrl))
}

function readGateway(env: z.infer<typeof Environment>): Config['gateway'] {
  if (!env.FLUTTERWAVE_SECRET_KEY) return null
  if (!env.FLUTTERWAVE_WEBHOOK_HASH)
    throw new ConfigurationError('FLUTTERWAVE_WEBHOOK_HASH is missing: it is required with FLUTTERWAVE_SECRET_KEY')
  if (!env.FLUTTERWAVE_ACCOUNT_ID)
    throw new ConfigurationError('FLUTTERWAVE_ACCOUNT_ID is missing: it is required with FLUTTERWAVE_SECRET_KEY')
  const baseUrl = (env.FLUTTERWAVE_BASE_URL ?? 'https://api.flutterwave.com/v3').replace(/\/+$/, '')
  // Any key that is not plainly a test key may move money.
  const live = !env.FLUTTERWAVE_SECRET_KEY.startsWith('FLWSECK_TEST')
  if (live && new URL(baseUrl).origin !== 'https://api.flutterwave.com') {
    throw new ConfigurationError('FLUTTERWAVE_BASE_URL is wrong: a live key is only sent to the official address')
  }
  return {
    secretKey: env.FLUTTERWAVE_SECRET_KEY,
    webhookHash: env.FLUTTERWAVE_WEBHOOK_HASH,
    accountId: env.FLUTTERWAVE_ACCOUNT_ID,
    baseUrl,
  }
}

function readRoles(text: string): Set<'web' | 'worker'> {
  const roles = text.split(',').map((role) => role.trim())
  if (roles.some((role) => role !== 'web' && role !== 'worker')) {
    throw new ConfigurationError('ROLES is wrong: it lists web, worker or both')
  }
  return new Set(roles as ('web' | 'worker')[])
}

function readUnsafeOff(text: string): Set<UnsafeSwitch> {
  const names = text.split(',').map((name) => name.trim())
  if (text.trim() === '') return new Set()
  const known: readonly string[] = UNSAFE
  if (!names.every((name) => known.includes(name)))
    throw new ConfigurationError(`UNSAFE_OFF is wrong: it lists names of ${UNSAFE.join(', ')}`)
  return new Set(names as UnsafeSwitch[])
}

let current: Config | null = null

/** The configuration in force; set once when the process starts. */
export function config(): Config {
  if (!current) throw new Error('the configuration has not been read yet')
  return current
}

export function useConfig(value: Config): void {
  current = value
}
