import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listScheduledTasks } from '#app/jobs.server.ts'
import { JOB_NAMES } from '#app/platform/jobs.ts'

/**
 * Everything that runs by itself, with its queue and its interval in seconds, in its order. Kept by hand: a change of a task needs a change of
 * this list, and a new task needs a test that runs it by its name and checks its effect.
 */
const TASKS = `
read the clock                                main     5
reconcile payments                            gateway  2
send refunds                                  gateway  5
read chargebacks                              gateway  600
refund removed posts                          main     60
retry webhook events                          gateway  10
remove lapsed creators from the feeds         main     5
index creators for the search                 main     3
publish due posts                             main     2
start messages to many                        main     2
count subscribers whose time has come         main     5
sum up new earnings                           main     5
send messages whose files are ready           main     2
deliver requests whose files are ready        main     2
award the badge Top                           main     3600
earn finished creator weeks                   main     30
pay creator weeks from earnings               main     20
remind creators of their fee                  main     30
offer to pay fees from earnings               main     300
refund subscriptions to hidden creators       main     5
earn a day of creator subscriptions           main     60
release earnings                              main     10
share passes                                  main     60
pay creators on Fridays                       main     15
remind creators of a payout account           main     300
retry payouts after temporary failures        main     60
seal payout numbers                           main     600
send payouts                                  gateway  3
delete old uses                               main     3600
delete old media fetches                      main     3600
check yearly verifications                    main     60
renew passes from wallets                     main     20
remind fans of the end of a pass              main     30
release unused promo codes                    main     10
exchange passes paid in dollars               main     300
end due requests                              main     10
cancel expired holds                          main     10
delete old drafts of requests                 main     3600
destroy expired releases                      main     3600
fold hot accounts                             main     2
seal the ledger                               main     60
resume renditions                             main     60
fingerprint new photos                        main     15
fingerprint new videos                        main     15
delete old marked photos                      main     60
resume videos                                 main     30
delete expired uploads                        main     300
destroy expired documents                     main     300
delete old sign-in data                       main     600
delete abandoned applications                 main     3600
delete abandoned wizards                      main     3600
delete old staff sign-in steps                main     600
delete old invite codes and set-ups           main     600
erase accounts                                main     60
free usernames of erased accounts             main     600
end old exports                               main     60
delete forgotten objects                      main     30
delete old reports                            main     3600
send what quiet hours held                    main     30
send daily summaries                          main     30
delete old notifications                      main     3600
delete old caught mails                       main     600
notify staff of urgent alerts                 main     20
delete orphaned objects                       books    86400
seal remaining entries                        books    1800
compare with the gateway                      books    3600
audit the books                               books    3600
`

const JOBS = [
  'build_export',
  'deliver_digest',
  'deliver_event',
  'deliver_mail',
  'deliver_mass_message',
  'deliver_push',
  'encode_voice',
  'fan_out_event',
  'mail_deletion_link',
  'make_renditions',
  'process_webhook_event',
  'send_email',
  'transcode_first_video',
  'transcode_video',
  'unsend_mass_message',
  'welcome_fan',
]

const kept = TASKS.trim()
  .split('\n')
  .map((line) => /^(.*\S)\s+(gateway|main|books)\s+(\d+)$/.exec(line)!.slice(1))
  .map(([name, queue, everySeconds]) => ({ name, queue, everySeconds: Number(everySeconds) }))

const tests = globSync('tests/scheduled-tasks-*.db.test.ts', { cwd: join(import.meta.dirname, '..') })
  .map((file) => readFileSync(join(import.meta.dirname, '..', file), 'utf8'))
  .join('\n')

test('the scheduled tasks and jobs are, line by line, those of the list kept by hand', () => {
  expect(listScheduledTasks()).toEqual(kept)
  expect(JOB_NAMES.toSorted()).toEqual(JOBS)
})

test('every scheduled task and every job is run by its name in a test that checks its effect', () => {
  const names = (call: string) =>
    [...tests.matchAll(new RegExp(`^${call}\\(\\s*'([^']+)'`, 'gm'))].map((match) => match[1]!)
  expect(names('task').toSorted()).toEqual(kept.map(({ name }) => name!).toSorted())
  expect(names('job').toSorted()).toEqual(JOBS)
})
