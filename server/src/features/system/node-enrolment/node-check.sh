#!/bin/sh
# Node checks of Nameplane: tries the ports of the other nodes and reports what came of it.
#
#   NAMEPLANE_URL=https://console.example NAMEPLANE_TOKEN=… sh node-check.sh     enrols, then runs
#   sh node-check.sh run                                                        runs
#   sh node-check.sh unit                                                       prints the systemd unit
#
# NAMEPLANE_STATE   where the credential is kept (mode 0600); /var/lib/nameplane-node-check for root
# NAMEPLANE_ROUNDS  ends after so many rounds, and installs no service; without it there is no end
#
# Needs curl. The ports are tried by bash where there is one, else by curl. No secret is ever an argument of a program:
# the process list shows arguments to everybody.
set -eu
umask 077
LC_ALL=C
export LC_ALL

service=nameplane-node-check
installed=/usr/local/lib/nameplane/node-check.sh
parallel=16

say() { printf '%s: %s\n' "$service" "$*" >&2; }
fail() {
  say "$*"
  exit 1
}

if [ -n "${NAMEPLANE_STATE:-}" ]; then state=$NAMEPLANE_STATE
elif [ "$(id -u)" = 0 ]; then state=/var/lib/$service
else state=${XDG_STATE_HOME:-${HOME:?}/.local/state}/$service
fi

# Never follows a redirect: the credential is for one address.
ask() { curl -q --silent --show-error --connect-timeout 10 --max-time 30 --proto =http,https --header 'accept-language: en' "$@"; }

# A member of an answer; a quote inside a JSON text carries a backslash, so that no text can pass for a member.
member() { sed -n "s/.*\"$1\":\"\\($2\\)\".*/\\1/p"; }

enrol() {
  # From here on no other program has the token in its environment.
  token=$NAMEPLANE_TOKEN
  unset NAMEPLANE_TOKEN
  case $token in *[!A-Za-z0-9_-]* | '') fail 'NAMEPLANE_TOKEN is no enrolment token' ;; esac
  url=${NAMEPLANE_URL:?NAMEPLANE_URL is the address of the console}
  url=${url%/}
  mkdir -p "$state"
  chmod 700 "$state"
  # Before the token is spent: is there a place for what it gives?
  : >"$state/credential.new" || fail "cannot write to $state"
  answer=$(printf '{"token":"%s"}' "$token" | ask --header 'content-type: application/json' --data-binary @- "$url/api/app/node/enrol") ||
    fail "no answer from $url"
  key=$(printf '%s\n' "$answer" | member key 'np_[A-Za-z0-9_-]*')
  if [ -z "$key" ]; then
    rm -f "$state/credential.new"
    fail "not enrolled: $(printf '%s\n' "$answer" | member msg '[^"]*')"
  fi
  printf '%s\n' "$url" >"$state/url"
  printf 'header = "authorization: Bearer %s"\n' "$key" >"$state/credential.new"
  mv "$state/credential.new" "$state/credential"
  say "enrolled at $url"
}

# Prints how many milliseconds a connection took, or `null`; 124 when it took too long.
try_port() {
  if command -v bash >/dev/null && command -v timeout >/dev/null; then
    timeout 3 bash -c '
      began=${EPOCHREALTIME:-}
      exec 3<>"/dev/tcp/$0/$1" || exit 1
      ended=${EPOCHREALTIME:-}
      if [ -n "$began" ]; then echo $(((${ended/./} - ${began/./}) / 1000)); else echo null; fi' "$1" "$2" 2>/dev/null
    return
  fi
  case $1 in *:*) host="[$1]" ;; *) host=$1 ;; esac
  ended=0
  seconds=$(curl -q --silent --output /dev/null --noproxy '*' --connect-timeout 3 --max-time 4 --write-out '%{time_connect}' "telnet://$host:$2" </dev/null 2>/dev/null) || ended=$?
  case $seconds in
    *[1-9]*) printf '%s\n' "$seconds" | awk '{ printf "%d\n", $1 * 1000 }' ;;
    *) if [ "$ended" = 28 ]; then return 124; else return 1; fi ;;
  esac
}

check() {
  ended=0
  taken=$(try_port "$2" "$3") || ended=$?
  case $ended in
    0) printf '{"nodeId":%s,"port":%s,"isReachable":true,"milliseconds":%s}\n' "$1" "$3" "${taken:-null}" ;;
    124) printf '{"nodeId":%s,"port":%s,"isReachable":false,"reason":"timed out"}\n' "$1" "$3" ;;
    *) printf '{"nodeId":%s,"port":%s,"isReachable":false,"reason":"no connection"}\n' "$1" "$3" ;;
  esac
}

# One round: what is to be checked, the checks, the report. Leaves the pause until the next one in `frequency`.
round() {
  frequency=30
  ask --config "$state/credential" "$url/api/app/cdn/check/plan" >"$state/plan" || return 1
  read -r first <"$state/plan" || true
  if [ "${first:-}" != 'plan 1' ]; then
    say "no checks: $(member msg '[^"]*' <"$state/plan")"
    return 1
  fi
  ports=''
  while read -r word one _; do
    case $word in
      frequency) frequency=$one ;;
      port) ports="$ports $one" ;;
    esac
  done <"$state/plan"
  : >"$state/results"
  running=0
  while read -r word one two _; do
    [ "$word" = node ] || continue
    for port in $ports; do
      check "$one" "$two" "$port" >>"$state/results" &
      running=$((running + 1))
      if [ "$running" -ge "$parallel" ]; then
        wait
        running=0
      fi
    done
  done <"$state/plan"
  wait
  [ -s "$state/results" ] || return 0
  rm -f "$state"/part.*
  split -l 500 "$state/results" "$state/part."
  for part in "$state"/part.*; do
    results=$(tr '\n' ',' <"$part")
    answer=$(printf '{"reporter":"node","results":[%s]}' "${results%,}" |
      ask --config "$state/credential" --header 'content-type: application/json' --data-binary @- "$url/api/app/cdn/check/report") || return 1
    case $answer in
      '{"code":1,'*) ;;
      *)
        say "report refused: $(printf '%s\n' "$answer" | member msg '[^"]*')"
        return 1
        ;;
    esac
  done
  rm -f "$state"/part.*
}

run() {
  [ -f "$state/credential" ] || fail 'not enrolled yet: NAMEPLANE_TOKEN is missing'
  read -r url <"$state/url"
  rounds=${NAMEPLANE_ROUNDS:-0}
  finished=0
  while :; do
    ended=0
    round || ended=$?
    finished=$((finished + 1))
    if [ "$rounds" -gt 0 ] && [ "$finished" -ge "$rounds" ]; then return "$ended"; fi
    sleep "$frequency"
  done
}

unit() {
  cat <<UNIT
[Unit]
Description=Nameplane node checks
Wants=network-online.target
After=network-online.target

[Service]
ExecStart=/bin/sh $installed run
Environment=NAMEPLANE_STATE=$state
Restart=always
RestartSec=30
UMask=0077
NoNewPrivileges=yes
CapabilityBoundingSet=
PrivateTmp=yes
PrivateDevices=yes
ProtectHome=yes
ProtectSystem=strict
ReadWritePaths=$state

[Install]
WantedBy=multi-user.target
UNIT
}

install_service() {
  mkdir -p "${installed%/*}"
  cp "$0" "$installed.new"
  chmod 644 "$installed.new"
  mv "$installed.new" "$installed"
  unit >"/etc/systemd/system/$service.service"
  chmod 644 "/etc/systemd/system/$service.service"
  systemctl daemon-reload
  systemctl enable "$service"
  systemctl restart "$service"
  say "runs as the service $service"
}

case ${1:-} in
  unit) unit ;;
  run) run ;;
  '')
    command -v curl >/dev/null || fail 'curl is missing'
    if [ -n "${NAMEPLANE_TOKEN:-}" ]; then enrol; fi
    if [ -z "${NAMEPLANE_ROUNDS:-}" ] && [ "$(id -u)" = 0 ] && [ -d /run/systemd/system ]; then install_service; else run; fi
    ;;
  *) fail "unknown: $1" ;;
esac
