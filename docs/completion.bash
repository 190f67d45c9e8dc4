# bash completion for headroom; made by tools/mkdocs.py
_headroom() {
    local cur=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]} flags=
    COMPREPLY=()
    if [ "$COMP_CWORD" -eq 1 ]; then
        mapfile -t COMPREPLY < <(compgen -W 'plan check verify emit explain cost sweep compare fleet batch report workbook charts validate drift gate ladder async --help --version' -- "$cur")
        return
    fi
    if [ "$command" = async ]; then
        if [ "$COMP_CWORD" -eq 2 ]; then
            mapfile -t COMPREPLY < <(compgen -W 'check estimate emit ledger simulate' -- "$cur")
            return
        fi
        command="async ${COMP_WORDS[2]}"
    fi
    if [ "$command" = explain ] && [[ $cur != -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W 'measurement_trust curve_repeatability slo_budget invocation_ceiling queue_depth threshold_units surge_survival scale_in_safety fleet_cost provision_stage peak_flow trough_flow surge_exact surge_growth survivable flow_plan unit_cost bracket slo_margin sample_size statistic quota service_shape evidence' -- "$cur")
        return
    fi
    case $command in
    'plan') flags='--allow-config-mismatch --allow-inconsistent --assume-t-total --audit --ceiling-s --charts --format --help --max-scaling-per-t-total --method --min-floor --no-sample --no-sandbox --output --peak-rps --peak-streams --qmax --quota --rate --rates --report --snippet --strict --trough-rps --trough-streams --ttfab-slo-ms --ttotal --validate --workbook' ;;
    'check') flags='--allow-config-mismatch --allow-inconsistent --help --no-sandbox --qmax --ttotal' ;;
    'verify') flags='--allow-config-mismatch --allow-inconsistent --ceiling-s --help --no-sandbox --qmax --rates --ttotal' ;;
    'emit') flags='--endpoint --format --help --method --no-sandbox --output --variant' ;;
    'explain') flags='--format --help --no-sandbox' ;;
    'cost') flags='--format --help --no-sandbox --profile --rates' ;;
    'sweep') flags='--allow-config-mismatch --allow-inconsistent --assume-t-total --ceiling-s --charts --format --help --max-scaling-per-t-total --min-floor --no-sample --no-sandbox --output --peak-rps --peak-streams --qmax --rate --rates --trough-rps --trough-streams --ttfab-slo-ms --ttotal' ;;
    'compare') flags='--format --help --no-sandbox --paper --report' ;;
    'fleet') flags='--format --help --no-sandbox --paper --report --root --workbook' ;;
    'batch') flags='--help --jobs --no-sandbox --output --resume --root --shard' ;;
    'report') flags='--help --no-sandbox --output --paper' ;;
    'workbook') flags='--help --no-sandbox --output --profile --rates' ;;
    'charts') flags='--help --no-sandbox --output --scale --type' ;;
    'validate') flags='--alarms --endpoint --help --method --no-sandbox --policies --targets --variant' ;;
    'drift') flags='--alarms --config --format --help --metrics --no-sandbox --policies --targets' ;;
    'gate') flags='--as-of --help --max-age --model --no-sandbox --root' ;;
    'ladder') flags='--between --concurrency --events --expected-s --help --hold --image-digest --instance-type --model --no-sandbox --output --rate --runs --settle --slo-ms' ;;
    'async check') flags='--help --lines --no-sandbox' ;;
    'async estimate') flags='--always-on --charts --format --help --hours --no-sandbox --other --rate' ;;
    'async emit') flags='--deadline --endpoint --format --help --max --min --no-sandbox --no-wake --output --target --variant' ;;
    'async ledger') flags='--format --help --no-sandbox --now' ;;
    'async simulate') flags='--always-on --burst --charts --compare --format --help --hours --max --min --no-sandbox --no-wake --office-hours --per-instance --poisson --provision --rate --report --scale-in-cooldown --scale-out-cooldown --seed --service --sweep --target --timeout --ttl --ttotal --until --wake-cooldown --wake-periods --workbook' ;;
    esac
    if [[ $cur == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$flags" -- "$cur")
    else
        compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -f -- "$cur")
    fi
}
complete -F _headroom headroom
