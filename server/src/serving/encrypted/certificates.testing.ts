import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CertificateFiles } from '../../certificate-files.ts'

/** Files of a certificate for `dns.test` and 127.0.0.1, made by OpenSSL, which can be replaced by others. */
export type TestCertificate = {
  readonly files: CertificateFiles
  /** The certificate of the files at this moment, to trust. */
  authority(): string
  /** Puts another certificate in place of it, with this serial number. */
  renew(serial: number): void
  /** Puts what is none in place of it. */
  damage(): void
  remove(): void
}

export function testCertificate(serial = 1): TestCertificate {
  const folder = mkdtempSync(join(tmpdir(), 'nameplane-certificate-'))
  const files = { certificate: join(folder, 'certificate.pem'), key: join(folder, 'key.pem') }
  const renew = (number: number): void => {
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
    const subject = ['-subj', '/CN=a node of a test', '-addext', 'subjectAltName=DNS:dns.test,IP:127.0.0.1', '-set_serial', String(number)]
    execFileSync('openssl', ['req', '-x509', ...key, ...subject, '-days', '2', '-keyout', files.key, '-out', files.certificate], { stdio: 'ignore' })
  }
  renew(serial)
  return {
    files,
    authority: () => readFileSync(files.certificate, 'utf8'),
    renew,
    damage: () => writeFileSync(files.certificate, 'no certificate'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
