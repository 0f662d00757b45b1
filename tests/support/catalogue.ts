import { sql } from 'drizzle-orm'
import type { Db } from '#server/kernel/db.ts'

/*
 * The schema of a database as text: one line for each thing that its catalogue holds, the same on every engine and
 * version. Left out is what follows from the engine: the owner's own rights and the constraints by which PostgreSQL 18
 * stores "not null".
 */

const ours = sql.raw(`relnamespace = current_schema()::regnamespace`)
const noPart = sql.raw(`not exists (select from pg_depend d where d.objid = o.oid and d.deptype in ('e', 'i'))`)

/** Rights as "role:right", without those of the owner. */
const rights = (acl: string, owner: string) =>
  sql.raw(`(select coalesce(string_agg(r, ' ' order by r), '') from (
    select case when grantee = 0 then 'public' else grantee::regrole::text end || ':' || privilege_type
      || case when is_grantable then '*' else '' end as r
    from aclexplode(${acl}) where grantee <> ${owner}) as each_right)`)

const relations = sql`
  select concat_ws(' ', 'relation', relname, relkind, relpersistence, relreplident,
    case when relrowsecurity then 'row-security' end, case when relforcerowsecurity then 'forced' end,
    reloptions::text, case when relowner <> current_user::regrole then relowner::regrole::text end,
    ${rights('relacl', 'relowner')}, case when relkind in ('v', 'm') then pg_get_viewdef(oid) end,
    obj_description(oid, 'pg_class')) as line
  from pg_class where ${ours} and relkind in ('r', 'p', 'v', 'm', 'f', 'S') and relname <> 'schema_migrations'`

// PostgreSQL from 15.19 on keeps a mark of its own there (`pg_attver`), another one in each database.
const ownOptions = sql`(select array_agg(o)::text from unnest(attoptions) as o where o not like 'pg\\_attver=%')`

const columns = sql`
  select concat_ws(' ', 'column', relname, lpad((row_number() over (partition by c.oid order by attnum))::text, 2, '0'),
    attname, format_type(atttypid, atttypmod), case when attnotnull then 'not null' end,
    'default ' || pg_get_expr(adbin, adrelid), nullif(attidentity, ''), nullif(attgenerated, ''),
    nullif(attcompression, ''), 'storage ' || nullif(attstorage, typstorage)::text,
    'collate ' || nullif(attcollation, typcollation)::regcollation::text,
    'statistics ' || nullif(attstattarget, -1)::text,
    ${ownOptions}, attacl::text, col_description(c.oid, attnum)) as line
  from pg_class c join pg_attribute on attrelid = c.oid join pg_type t on t.oid = atttypid
    left join pg_attrdef on adrelid = c.oid and adnum = attnum
  where ${ours} and relkind in ('r', 'p') and attnum > 0 and not attisdropped and relname <> 'schema_migrations'`

const constraints = sql`
  select concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(oid),
    case when not convalidated then 'not valid' end) as line
  from pg_constraint o where connamespace = current_schema()::regnamespace and contype <> 'n'
    and conrelid <> 'schema_migrations'::regclass`

const indexes = sql`
  select concat_ws(' ', 'index', pg_get_indexdef(indexrelid), case when indisclustered then 'clustered' end,
    case when indisreplident then 'identity' end, case when not (indisvalid and indisready) then 'invalid' end) as line
  from pg_index join pg_class c on c.oid = indrelid where ${ours} and relname <> 'schema_migrations'`

const policies = sql`
  select concat_ws(' ', 'policy', tablename, policyname, permissive, array_to_string(roles, ','), cmd,
    'using ' || qual, 'check ' || with_check) as line
  from pg_policies where schemaname = current_schema()`

const code = sql`
  select concat_ws(' ', 'function', pg_get_functiondef(oid), ${rights('proacl', 'proowner')}) as line
    from pg_proc o where pronamespace = current_schema()::regnamespace and prokind <> 'a' and ${noPart}
  union all select concat_ws(' ', 'trigger', pg_get_triggerdef(t.oid), tgenabled)
    from pg_trigger t join pg_class c on c.oid = tgrelid where ${ours} and not tgisinternal
  union all select concat_ws(' ', 'rule', pg_get_ruledef(r.oid))
    from pg_rewrite r join pg_class c on c.oid = ev_class where ${ours} and relkind in ('r', 'p')
  union all select concat_ws(' ', 'event trigger', evtname, evtevent, evtfoid::regproc) from pg_event_trigger
  union all select concat_ws(' ', 'statistics', pg_get_statisticsobjdef(oid)) from pg_statistic_ext`

const others = sql`
  select concat_ws(' ', 'type', typname, typtype, format_type(typbasetype, typtypmod), typdefault,
      (select string_agg(enumlabel, ',' order by enumsortorder) from pg_enum where enumtypid = o.oid)) as line
    from pg_type o where typnamespace = current_schema()::regnamespace and typtype in ('e', 'd', 'r') and ${noPart}
  union all select concat_ws(' ', 'extension', extname) from pg_extension where extname <> 'plpgsql'
  union all select concat_ws(' ', 'schema', nspname, ${rights('nspacl', 'nspowner')})
    from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'
  union all select concat_ws(' ', 'default rights', defaclobjtype, defaclacl::text) from pg_default_acl
  union all select concat_ws(' ', 'publication', pubname) from pg_publication
  union all select concat_ws(' ', 'role', rolname, case when rolsuper then 'superuser' end,
      case when rolinherit then 'inherit' end, case when rolcreaterole then 'createrole' end,
      case when rolcreatedb then 'createdb' end, case when rolcanlogin then 'login' end,
      case when rolreplication then 'replication' end, case when rolbypassrls then 'bypassrls' end,
      rolconnlimit, rolvaliduntil, rolconfig::text,
      case when pg_has_role(oid, 'member') then 'granted' end)
    from pg_roles where rolname ~ '^app_'`

/** Names of the tables that have a row. */
async function filledTables(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select oid::regclass::text as name from pg_class where ${ours} and relkind in ('r', 'p') order by 1`)
  const filled: string[] = []
  for (const { name } of rows) {
    const found = await db.execute(sql`select 1 from ${sql.raw(name)} limit 1`)
    if (found.rows.length > 0 && name !== 'schema_migrations') filled.push(`rows in ${name}`)
  }
  return filled
}

/** Everything in the schema of `db`, sorted. */
export async function readCatalogue(db: Db): Promise<string[]> {
  const lines = await filledTables(db)
  for (const query of [relations, columns, constraints, indexes, policies, code, others]) {
    const { rows } = await db.execute<{ line: string }>(query)
    lines.push(...rows.map(({ line }) => line.replaceAll(/\s+/g, ' ').trim()))
  }
  return lines.toSorted()
}
