type Ask = (text: string, values: unknown[]) => Promise<unknown>

/** Makes an account a staff member, without a password: the database itself checks who decides about money and applications. */
export async function enlistStaff(ask: Ask, profileId: string, role: string | null): Promise<void> {
  await ask(
    `insert into staff_members (profile_id, role, password_hash, terms_version, terms_accepted_at, sensitive_data_acknowledged_at)
     values ($1, $2, 'no password', '1.0', app_now(), app_now())`,
    [profileId, role],
  )
}
