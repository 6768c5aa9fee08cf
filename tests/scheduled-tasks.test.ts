import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listScheduledTasks } from '#app/jobs.server.ts'
import { JOB_NAMES } from '#app/platform/jobs.ts'

/**
 * Everything that runs by itself, with its lane and its interval in seconds, in its order. Kept by hand: whoever adds, removes or moves a
 * task changes this list knowingly, and adds a test that runs it by its name and sees what it does.
 */
const TASKS = `
read the clock                                house    5
reconcile payments                            gateway  2
send refunds                                  gateway  5
read chargebacks                              gateway  600
refund removed posts                          house    60
retry webhook events                          gateway  10
take lapsed creators out of the feeds         house    5
earn creator weeks that are over              house    30
pay creator weeks from earnings               house    20
remind creators of their fee                  house    30
return subscriptions to hidden creators       house    5
earn a day of creator subscriptions           house    60
release earnings                              house    10
share passes                                  house    60
pay creators on Fridays                       house    15
retry payouts that failed in passing          house    60
seal payout numbers                           house    600
send payouts                                  gateway  3
forget old uses                               house    3600
forget old media fetches                      house    3600
keep yearly verifications                     house    60
renew passes from wallets                     house    20
remind fans of the end of a pass              house    30
give back unused promo codes                  house    10
exchange passes paid in dollars               house    300
return expired holds                          house    10
return requests of hidden creators            house    30
fold hot accounts                             house    2
seal the ledger                               house    60
resume renditions                             house    60
resume videos                                 house    30
forget old uploads                            house    300
destroy sealed documents                      house    300
forget old sign-in traces                     house    600
forget abandoned applications                 house    3600
forget abandoned wizards                      house    3600
forget old staff sign-in steps                house    600
forget old invite codes and set-ups           house    600
erase accounts                                house    60
free usernames of erased accounts             house    600
end old exports                               house    60
destroy what was forgotten                    house    30
forget old caught mails                       house    600
tell staff what cannot wait                   house    20
destroy what belongs to nothing               books    86400
seal what was left                            books    1800
compare with the gateway                      books    3600
audit the books                               books    3600
`

const JOBS = [
  'build_export',
  'mail_deletion_link',
  'make_renditions',
  'process_webhook_event',
  'send_email',
  'transcode_video',
]

const kept = TASKS.trim()
  .split('\n')
  .map((line) => /^(.*\S)\s+(gateway|house|books)\s+(\d+)$/.exec(line)!.slice(1))
  .map(([name, queue, everySeconds]) => ({ name, queue, everySeconds: Number(everySeconds) }))

const tests = globSync('tests/scheduled-tasks-*.db.test.ts', { cwd: join(import.meta.dirname, '..') })
  .map((file) => readFileSync(join(import.meta.dirname, '..', file), 'utf8'))
  .join('\n')

test('what runs by itself is, line by line, what the list kept by hand says', () => {
  expect(listScheduledTasks()).toEqual(kept)
  expect(JOB_NAMES.toSorted()).toEqual(JOBS)
})

test('every scheduled task and every job is run by its name in a test that sees its effect', () => {
  const names = (call: string) =>
    [...tests.matchAll(new RegExp(`^${call}\\(\\s*'([^']+)'`, 'gm'))].map((match) => match[1]!)
  expect(names('task').toSorted()).toEqual(kept.map(({ name }) => name!).toSorted())
  expect(names('job').toSorted()).toEqual(JOBS)
})
