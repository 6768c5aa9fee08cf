import { config } from '#app/platform/config.server.ts'
import { type Db, db, queryPrepared, queryPreparedIn, type Tx } from '#app/platform/db.server.ts'
import { log } from '#app/platform/log.server.ts'
import {
  isSettingName,
  RATE_SETTINGS,
  type SettingName,
  type Settings,
  type SettingValue,
  standardSettings,
} from './catalogue.ts'
import { readStored } from './setting-values.ts'

type Row = { name: string; value: unknown }

// Our fee and the taxes are stored only as dated rates; the settings return those of this moment.
const rates = Object.entries(RATE_SETTINGS)
const READ = `select name, value from settings where name not in (${rates.map(([name]) => `'${name}'`).join(', ')})
  ${rates.map(([name, kind]) => `union all ${rateInForce(name, kind)}`).join('\n')}`

function rateInForce(name: string, kind: string): string {
  return `(select '${name}', to_jsonb(basis_points / 100.0) from rates
    where kind = '${kind}' and holds_from <= (select app_now()) order by holds_from desc, id desc limit 1)`
}

/**
 * The settings in force now, in every process: they are read each time, which costs less than a cache that could be outdated. Inside a
 * transaction pass it: waiting for a second connection could deadlock.
 */
export async function settings(tx?: Tx): Promise<Settings> {
  const rows = tx
    ? await queryPreparedIn<Row>(tx, 'read-settings', READ, [])
    : await queryPrepared<Row>('read-settings', READ, [])
  return inForce(rows)
}

function inForce(rows: readonly Row[]): Settings {
  const { demo } = config()
  const changed: Partial<Record<string, SettingValue>> = {}
  for (const { name, value } of rows) {
    if (!isSettingName(name)) continue
    const read = readStored(name, value)
    // A later version moved a bound: the standard applies until the owner sets the value again.
    if (read === null) log.error({ setting: name }, 'a stored setting is outside of its bounds and is not used')
    else changed[name] = read
  }
  return { ...standardSettings(demo), ...changed }
}

/** One setting as a column of a statement that reads more; `settingIn` reads it. */
export const settingSql = (name: SettingName) => `(select value from settings where name = '${name}')`

/** The setting in force, from what is stored: null where the owner has set none. */
export function settingIn<Name extends SettingName>(name: Name, stored: unknown): Settings[Name] {
  return inForce(stored === null ? [] : [{ name, value: stored }])[name]
}

export type SettingChange = {
  id: string
  name: string
  oldValue: unknown
  newValue: unknown
  reason: string
  changedBy: string
  changedAt: Date
}

/** The newest changes, with who made them; of one setting where `name` is given. */
export async function listSettingChanges(
  options: { name?: string; limit: number },
  connection: Db = db,
): Promise<SettingChange[]> {
  let query = connection
    .selectFrom('setting_changes as c')
    .innerJoin('profiles as p', 'p.id', 'c.changed_by')
    .select([
      'c.id',
      'c.name',
      'c.old_value as oldValue',
      'c.new_value as newValue',
      'c.reason',
      'p.email as changedBy',
      'c.changed_at as changedAt',
    ])
    .orderBy('c.changed_at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(options.limit)
  if (options.name) query = query.where('c.name', '=', options.name)
  return query.execute()
}
