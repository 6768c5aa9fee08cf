import { db } from '#app/platform/db.server.ts'
import { type ShareLine, shareOne } from './share-rule.ts'

type Sum = { netMinor: bigint; feeMinor: bigint }

const FANS_AT_ONCE = 2_000

/**
 * Shares a stored week once more, from what each fan's passes earned and the days that were counted, by the public rule. Returns each line
 * that comes out otherwise than it was stored, in words; none for a right run.
 */
export async function verifyShareRun(runId: string): Promise<string[]> {
  const run = await db.selectFrom('share_runs').selectAll().where('id', '=', runId).executeTakeFirstOrThrow()
  const flaws: string[] = []
  const common: Sum = { netMinor: run.carried_in_minor, feeMinor: run.carried_in_fee_minor }
  for (let after: string | null = null; ;) {
    const fans = await readFans(runId, after)
    if (fans.length === 0) break
    const byFan = Map.groupBy(await readLines(runId, fans), (line) => line.fan_id)
    for (const fan of fans) {
      const sum = { netMinor: fan.gross_minor - fan.fee_minor, feeMinor: fan.fee_minor }
      const lines = byFan.get(fan.fan_id)
      if (lines) flaws.push(...compare(sum, lines))
      else {
        common.netMinor += sum.netMinor
        common.feeMinor += sum.feeMinor
      }
    }
    after = fans.at(-1)!.fan_id
  }
  const ofAll = await readLines(runId, null)
  if (ofAll.length > 0) flaws.push(...compare(common, ofAll))
  else if (run.carried_out_minor !== common.netMinor || run.carried_out_fee_minor !== common.feeMinor)
    flaws.push(`carried over: ${run.carried_out_minor} instead of ${common.netMinor}`)
  return flaws
}

type Fan = { fan_id: string; gross_minor: bigint; fee_minor: bigint }
type Stored = {
  fan_id: string | null
  creator_id: string
  basis: string
  weight: number
  net_minor: bigint
  fee_minor: bigint
}

function readFans(runId: string, after: string | null): Promise<Fan[]> {
  let query = db
    .selectFrom('share_fans')
    .select(['fan_id', 'gross_minor', 'fee_minor'])
    .where('run_id', '=', runId)
    .orderBy('fan_id')
    .limit(FANS_AT_ONCE)
  if (after !== null) query = query.where('fan_id', '>', after)
  return query.execute()
}

/** The lines of fans that follow one another by id, or those of the common pool. */
function readLines(runId: string, fans: readonly Fan[] | null): Promise<Stored[]> {
  const query = db
    .selectFrom('share_lines')
    .select(['fan_id', 'creator_id', 'basis', 'weight', 'net_minor', 'fee_minor'])
    .where('run_id', '=', runId)
  return fans === null
    ? query.where('fan_id', 'is', null).execute()
    : query.where('fan_id', '>=', fans[0]!.fan_id).where('fan_id', '<=', fans.at(-1)!.fan_id).execute()
}

function compare(sum: Sum, lines: readonly Stored[]): string[] {
  const weights = lines.map((line) => ({ creatorId: line.creator_id, weight: line.weight }))
  const again = shareOne(sum, weights, lines[0]!.basis as ShareLine['basis'], lines[0]!.fan_id)
  return again.flatMap((line, index) => {
    const { net_minor, fee_minor } = lines[index]!
    if (net_minor === line.netMinor && fee_minor === line.feeMinor) return []
    return `${line.fanId ?? 'common pool'} to ${line.creatorId}: ${net_minor} + ${fee_minor} instead of ${line.netMinor} + ${line.feeMinor}`
  })
}
