/** The version of /admin-terms that is in force; kept with whoever accepts it. */
export const STAFF_TERMS_VERSION = '1.0'
