import { mediaStore } from '#app/gateways/media-store/open-store.server.ts'
import { listMovements } from '#app/domain/ledger/queries.server.ts'
import { listPaymentsForStatement } from '#app/domain/payments/statement.server.ts'
import { config } from '#app/platform/config.server.ts'
import type { Subject } from '#app/platform/personal-data.ts'
import type { ExportedTable } from '#app/platform/personal-data.server.ts'
import { csvOf, plainAmount } from '../csv.ts'
import type { PlannedFile } from './archive-plan.ts'
import { PRIVACY_MODULES } from '../registry.server.ts'
import { bytesOf, type openZipWriter } from './zip-writer.server.ts'

type ZipWriter = ReturnType<typeof openZipWriter>

/** Everything about a person in our tables, and the statements of their money. */
export async function addData(zip: ZipWriter, subject: Subject, archives: number): Promise<void> {
  const tables = Object.values(PRIVACY_MODULES).flatMap(({ exportData }) => exportData(subject))
  await zip.add('README.txt', bytesOf([readme(tables, archives)]), { squeeze: true })
  for (const { table, lines } of tables)
    await zip.add(`data/${table}.json`, bytesOf(jsonArray(lines)), { squeeze: true })
  await zip.add('statements/payments.csv', bytesOf(payments(subject)), { squeeze: true })
  await zip.add('statements/earnings.csv', bytesOf(earnings(subject)), { squeeze: true })
}

/** A JSON array of lines, written as it is read. */
async function* jsonArray(lines: AsyncIterable<string>): AsyncIterable<string> {
  let separator = '[\n'
  for await (const line of lines) {
    yield separator + line
    separator = ',\n'
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n'
}

/** The originals as they are stored. A file that the store has lost is named instead of left out silently. */
export async function addFiles(zip: ZipWriter, files: readonly PlannedFile[]): Promise<void> {
  const missing: string[] = []
  for (const file of files) {
    const stream = await mediaStore().open(file.key)
    if (stream) await zip.add(file.name, stream, { squeeze: false })
    else missing.push(`${file.name}\n`)
  }
  if (missing.length > 0) await zip.add('media/missing.txt', bytesOf(missing), { squeeze: true })
}

async function* payments(subject: Subject): AsyncIterable<string> {
  yield csvOf([['date', 'for', 'amount', 'currency', 'paid by', 'state', 'reference']])
  for await (const row of listPaymentsForStatement(subject.id)) {
    yield csvOf([
      [
        row.createdAt.toISOString(),
        row.description,
        plainAmount(row.amountMinor),
        row.currency,
        row.method,
        row.status,
        row.reference,
      ],
    ])
  }
}

async function* earnings(subject: Subject): AsyncIterable<string> {
  yield csvOf([['date', 'account', 'entry', 'amount', 'currency']])
  for await (const row of listMovements(subject.id)) {
    // A credit is what we owe the account's owner: from their side, it is a plus.
    yield csvOf([[row.happenedAt.toISOString(), row.purpose, row.kind, plainAmount(-row.amountMinor), row.currency]])
  }
}

function readme(tables: readonly ExportedTable[], archives: number): string {
  const { brandName, adminEmailDomain } = config()
  return [
    `${brandName}: a copy of your data`,
    '',
    `Everything that ${brandName} stores about you, as it was when you asked for it. Keep this file safe: anybody who has it can read all of it.`,
    '',
    ...(archives > 1 ? [`Your files fill ${archives} archives; this is the first one.`, ''] : []),
    'data/         a file for each table, as JSON. Amounts that end in _minor are hundredths: 6000000 is UGX 60,000. Times are in UTC.',
    ...tables.map(({ table, description }) => `  ${table}.json: ${description}`),
    'media/        your photos, videos and voice notes',
    'statements/   your payments and earnings, for a spreadsheet',
    '',
    'Not in here: secrets such as keys and codes, and what belongs to other people, such as who follows you.',
    `Questions: hello@${adminEmailDomain}`,
    '',
  ].join('\n')
}
