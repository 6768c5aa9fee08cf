import { checkoutOriginsOf, useGateway } from '#app/gateways/flutterwave/client.server.ts'
import { usePushKey } from '#app/gateways/push/push.server.ts'
import { config, readConfig, useConfig } from '#app/platform/config.server.ts'
import { askFirst } from '#app/platform/processes.server.ts'
import { useSecrets } from '#app/platform/secrets.server.ts'
import { switchOff } from '#app/platform/unsafe/switches.ts'
import { collectLessOften, collectStart, keepShapeOfTicks } from '#app/platform/unsafe/v8.server.ts'
import { keepCompiled } from './keep-compiled.ts'
import { guardAgainstTheUnexpected } from './last-guard.ts'
import { AFTER_A_FAULT_MS, AT_A_SIGNAL_MS, leaveOnce } from './leave.ts'
import { closeWeb, listen } from './listen.ts'
import { useDatabase } from './use-database.ts'
import { reportMetrics } from './metrics.ts'
import { createWeb, type Web } from './web.ts'
import type { Beginning } from './web-processes.ts'

/** One of several web processes (`WEB_PROCESSES`). Everything that exists once belongs to the first process, which forked this one. */
async function main(): Promise<void> {
  useConfig(readConfig(process.env))
  const settings = config()
  switchOff(settings.unsafeOff)
  keepShapeOfTicks()
  const down: (() => Promise<unknown>)[] = []
  let web: Web | null = null
  const leave = leaveOnce(async () => {
    if (web) await closeWeb(web)
    for (const step of down.splice(0).toReversed()) await step()
  })
  guardAgainstTheUnexpected(() => leave(1, AFTER_A_FAULT_MS))
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => leave(0, AT_A_SIGNAL_MS))

  const { gateway, secrets, pushKey, isUp } = await askFirst<Beginning>('a web process begins')
  useSecrets(secrets)
  useGateway(gateway)
  usePushKey(pushKey)
  web = createWeb({ checkoutOrigins: checkoutOriginsOf(gateway.baseUrl) })
  // At the start the port answers probes; a process that replaces another takes requests once it can answer them.
  if (!isUp) await listen(web.server, settings, { among: true })
  web.load()
  const serverUrl = await askFirst<string>('where the database is')
  await useDatabase(serverUrl, { maintain: false }, down)
  await web.becomeReady()
  reportMetrics()
  if (isUp) await listen(web.server, settings, { among: true })
  collectStart()
  collectLessOften()
  keepCompiled()
  await askFirst('a web process is ready')
}

main().catch(async (error: unknown) => {
  await askFirst('a web process does not start', error instanceof Error ? error.message : String(error))
  process.exit(1)
})
