/** Lines at the edge of what a zone file allows, without their owner. BIND and we agree on each. */
export const takenLines: readonly string[] = String.raw`
AAAA 1:2:3:4:5:6:7::
AAAA ::2:3:4:5:6:7:8
TXT ""
TXT "a"b"c"
CAA 0 issue a
NAPTR 1 1 u x "!(a)!\\1!" .
NAPTR 1 1 u x "!a!!" .
DS 1 8 9 ab
DS 1 8 0 ab
LOC 0 N 0 E 0 1234m
LOC 52 22 23.000 N 4 53 32.000 E -2.00m 0.00m 10000.00m 10.00m
LOC 52 N 5 30 E 0
LOC 37 23 30.9 N 121 59 19 W 7 100 100.00 2
0 A 1.2.3.4
DNSKEY 256 3 8 AAAA
HTTPS 1 . dohpath=/q{?x,dns}
HTTPS 1 . key1="\002h2"
HTTPS 1 . key100=
HTTPS 1 . no-default-alpn="" alpn=h2
TYPE65280 \# 0
1h1m A 1.2.3.4
SPF a
CNAME @
MX 10 .
HTTPS 1 . port=0443
1m1h A 1.2.3.4
1h1h A 1.2.3.4
`
  .trim()
  .split('\n')

/** Lines that BIND and we refuse. */
export const refusedLines: readonly string[] = String.raw`
A 1.2.3
A 01.2.3.4
A 1.2.3.4.5
A 1.2.3.256
A ::1
A 0x1.2.3.4
A 1.2.3.4 x
A
AAAA ::g
AAAA 1::2::3
AAAA 1:2:3:4:5:6:7
AAAA 1:2:3:4:5:6:7:8:9
AAAA ::1.2.3
AAAA ::01.2.3.4
AAAA 12345::
AAAA fe80::1%eth0
CNAME a..b
CNAME .a
CNAME a b
MX mail
MX 65536 a
MX -1 a
MX 10
MX 0x10 a
MX 1.0 a
TXT
TXT "a
TXT "\256"
TXT "\25"
TXT a\
TXT \300
TXT a )
SRV 1 2 65536 a
SRV 1 2 a
SRV 1 2 3
CAA 256 issue "a"
CAA 0 is-sue "a"
CAA 0 issue
CAA 0 "" "a"
CAA 0 issue a b
TLSA 3 1 1 abc
TLSA 3 1 0
TLSA 3 1 0 xy
TLSA 256 1 0 ab
SSHFP 1 1 xy
SSHFP 1 1
SSHFP 1 1 abcd
SSHFP 1 2 abcd
NAPTR 1 1 u x "!a!b" .
NAPTR 1 1 u x "a" .
NAPTR 1 1 u x "!a!b!x" .
NAPTR 1 1 u x "!a!\\1!" .
NAPTR 1 1 u x "1a1b1" .
NAPTR 1 1 u x "!!b!" .
NAPTR 1 1 u x ""
DS 1 8 1 ab
DS 1 8 2 ab
DS 1 8 4 ab
DS 1 NOPE 2 ab
DS 1 8 2
DNAME
LOC 91 N 0 E 0
LOC 90 0 0.001 N 0 E 0
LOC 0 N 181 E 0
LOC 0 60 N 0 E 0
LOC 0 0 60 N 0 E 0
LOC 0 0 0.0001 N 0 E 0
LOC 0 N 0 E x
LOC 0 N 0 E -100000.01m
LOC 0 N 0 E 42849672.96
LOC 0 N 0 E 0 90000001m
LOC 0 N 0 E 0 -1m
LOC 0 N 0 E 0.001m
LOC 0 N 0 E 0 1m 2m 3m 4m
LOC 0 E 0 N 0
URI 1 1
URI 1 1 a b
DNSKEY 256 3 8 A
DNSKEY 256 3 8 AB==
DNSKEY 256 3 8 AA=A
DNSKEY 256 3 8
HINFO a
HINFO a b c
HTTPS a .
HTTPS 1
HTTPS 1 . key123=abc key123=def
HTTPS 1 . mandatory
HTTPS 1 . alpn
HTTPS 1 . port
HTTPS 1 . ipv4hint
HTTPS 1 . ipv6hint
HTTPS 1 . no-default-alpn=abc
HTTPS 1 . no-default-alpn
HTTPS 1 . mandatory=key123
HTTPS 1 . mandatory=mandatory
HTTPS 1 . mandatory=key123,key123 key123=abc
HTTPS 1 . port=65536
HTTPS 1 . port=x
HTTPS 1 . alpn=h2,,h3
HTTPS 1 . alpn=""
HTTPS 1 . alpn=h2,
HTTPS 1 . ipv4hint=1.2.3
HTTPS 1 . ipv4hint=1.2.3.4,
HTTPS 1 . ech=AB=
HTTPS 1 . dohpath=dns-query
HTTPS 1 . dohpath=/dns-query
HTTPS 1 . dohpath=/q{?x}
HTTPS 1 . nonsense=1
HTTPS 1 . key65536=a
HTTPS 1 . key01=a
HTTPS 1 . key1=h2
HTTPS 1 . key3=abc
HTTPS 1 . "alpn=h2"
HTTPS 1 . alpn="h2"h3
HTTPS 1 . key4=abc
TYPE65280 10.0.0.1
TYPE65280 \# 3 0A000001
TYPE65280 \# 1 0
TYPE65280 \#
TYPE65280 \# x 0A
A \# 3 0A0000
A \# 5 0A00000000
MX \# 4 000AC000
NOPE x
ANY x
TYPE255 \# 0
TYPE41 \# 0
TYPE128 \# 0
TYPE0 \# 0
IN IN A 1.2.3.4
60 60 A 1.2.3.4
CH A 1.2.3.4
1h1 A 1.2.3.4
IN
TXT (a
`
  .trim()
  .split('\n')
