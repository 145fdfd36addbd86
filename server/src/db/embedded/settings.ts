import { totalmem } from 'node:os'

const mebibyte = 1024 * 1024

/**
 * The server's settings, given on its command line so that a newer release's apply to an older folder.
 * @param socketFolder where its unix socket lies; it listens nowhere else
 * @param supervisor who started it, readable by any connection as `nameplane.supervisor`
 * @param isShared whether others may use it, readable as `nameplane.shared`
 */
export function serverSettings(
  socketFolder: string,
  supervisor: string,
  isShared: boolean,
  memoryBytes: number = usableMemoryBytes(),
): Readonly<Record<string, string>> {
  const sharedMegabytes = Math.round(Math.min(512, Math.max(64, memoryBytes / mebibyte / 8)))
  return {
    listen_addresses: '',
    unix_socket_directories: `"${socketFolder.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    port: String(serverPort),
    'nameplane.supervisor': supervisor,
    'nameplane.shared': isShared ? 'on' : 'off',
    // An acknowledged write is on the disk.
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    // Sized for a small machine that also runs the rest of us; solid-state disks cost little for a random page.
    shared_buffers: `${sharedMegabytes}MB`,
    effective_cache_size: `${Math.max(256, Math.round(memoryBytes / mebibyte / 2))}MB`,
    work_mem: '16MB',
    maintenance_work_mem: '128MB',
    random_page_cost: '1.1',
    max_connections: '100',
    max_parallel_workers_per_gather: '1',
    max_parallel_maintenance_workers: '1',
    io_workers: '2',
    jit: 'off',
    max_logical_replication_workers: '0',
    max_wal_size: '1GB',
    checkpoint_completion_target: '0.9',
    autovacuum_naptime: '30s',
    // Texts and values stay out of the log: they may be secrets.
    log_min_messages: 'warning',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    log_autovacuum_min_duration: '-1',
    log_line_prefix: '%m [%p] ',
    log_timezone: 'UTC',
    timezone: 'UTC',
    datestyle: 'ISO, YMD',
    lc_messages: 'C',
  }
}

/** No TCP port is opened; the number only names the socket file, `.s.PGSQL.5432`. */
export const serverPort = 5432

/** A container's limit where there is one, else the machine's memory. */
function usableMemoryBytes(): number {
  const limit = process.constrainedMemory()
  return limit > 0 && limit < totalmem() ? limit : totalmem()
}
