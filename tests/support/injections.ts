/** Texts that try to become part of a statement where a column's name is expected: every opening with every body and end. */
export function injections(columns: readonly string[]): string[] {
  const column = columns[0] ?? 'id'
  const bodies = [
    'select pg_sleep(3)', 'select version()', 'drop table account', 'delete from account', 'update account set is_super=true', "select password_hash from account limit 1", 'select current_setting($$data_directory$$)',
    'copy account to program $$id$$', "select pg_read_file('/etc/passwd')", 'select string_agg(usename,chr(44)) from pg_user',
  ]
  const openings = ['', `${column};`, `${column} desc;`, `${column},`, `${column} asc, `, `${column}) `, `${column}") `, "' ", '" ', '`', `${column}--\n`, `${column}/**/`, '1;', '(', `${column} union `, `${column} nulls first, `]
  const cases = [
    `(case when (select is_super from account limit 1) then ${column} else id end)`, `case when 1=1 then ${column} else id end`, `CASE/**/WHEN/**/(1=1)/**/THEN/**/${column}/**/ELSE/**/id/**/END`,
    '0x636173652077686e', "decode('6e616d65','hex')", 'x\'6e616d65\'', 'U&"\\006e\\0061"', "chr(110)||chr(97)", '1', '2', '-1', '1,2', 'random()', 'now()', '(select 1)', 'password_hash', 'account.password_hash', 'id', 'record.value',
    `${column} `, ` ${column}`, `${column}\n`, `${column}\u0000`, `${column.toUpperCase()}`, `"${column}"`, `domain.${column}`, `${column}.${column}`, `${column}%00`, `${column}%20desc`, `${column}＇`, `${column}；drop`, '__proto__', 'constructor', 'toString', 'hasOwnProperty', 'length', '0', '{}', '[]', 'null', 'undefined', 'true',
  ]
  const made = openings.flatMap((opening) => bodies.flatMap((body) => [`${opening}${body}`, `${opening}(${body})`, `${opening}${body} -- `]))
  return [...new Set([...cases, ...made])].filter((text) => !columns.includes(text))
}
