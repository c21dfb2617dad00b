import AttributionBase

/// Completion for bash 3.2 and later, without `bash-completion`.
///
/// The script walks the words before the cursor to find out which command they have reached and whether an option
/// still needs its value. The tables that it uses are generated; the walk is always the same.
struct BashCompletion {
    let root: Command

    private var paths: [CommandPath] { CommandPath(root).subtree(includingHidden: true) }

    private var function: String { "_" + ShellText.identifier(root.name) }

    var lines: [String] {
        let help = CommandPath(root).hasHelpCommand ? "\(root.name) \(CommandPath.help.name)" : ""
        let walk = Self.walk.replacingEach("~f~", by: function)
            .replacingEach("~root~", by: ShellText.singleQuoted(root.name))
            .replacingEach("~help~", by: ShellText.singleQuoted(help))
            .replacingEach("~topics~", by: root.topics.map(\.name).joined(separator: " "))
        return ["# bash completion for \(root.name)", ""] + valueTable + [""] + commandTable + [""]
            + walk.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// A function that says what kind of value an option of a command takes.
    private var valueTable: [String] {
        let cases = paths.flatMap { path in
            path.command.options.compactMap { option -> String? in
                guard let value = option.value else { return nil }
                let patterns = option.spellings.map { ShellText.singleQuoted("\(path.title) \($0)") }
                return "        \(patterns.joined(separator: " | "))) \(assignment(value.kind)) ;;"
            }
        }
        return [
            "# Learns what option $2 of command $1 takes; fails when it takes no value.",
            "\(function)_value() {",
            "    kind='' list=''",
            "    case \"$1 $2\" in",
        ] + cases + [
            "        *) return 1 ;;",
            "    esac",
            "}",
        ]
    }

    /// A function that says what may follow a command.
    private var commandTable: [String] {
        let cases = paths.flatMap { path in
            [
                "        \(ShellText.singleQuoted(path.title)))",
                "            commands=\(words(path.command.subcommands.isEmpty ? [] : path.completedCommands))",
                "            options=\(words(path.completedOptions))",
                "            \(assignment(path.command.operand?.value ?? .text))",
                "            ;;",
            ]
        }
        return [
            "# Learns what may follow command $1; fails when there is no such command.",
            "\(function)_command() {",
            "    commands='' options='' kind='' list=''",
            "    case $1 in",
        ] + cases + [
            "        *) return 1 ;;",
            "    esac",
            "}",
        ]
    }

    private func assignment(_ kind: ValueKind) -> String {
        switch kind {
        case .text, .namedFile: "kind='text'"
        case .file, .writtenFile: "kind='file'"
        case .directory: "kind='directory'"
        case .choice, .name, .integer:
            kind.candidates.isEmpty ? "kind='text'" : "kind='list' list=\(words(kind.candidates))"
        }
    }

    private func words(_ words: [String]) -> String { ShellText.singleQuoted(words.joined(separator: " ")) }
}

extension BashCompletion {
    /// The part of the script that is the same for every tool. Placeholders are `~f~` for the prefix of its
    /// functions, `~root~` for the tool's name, `~help~` for its help command as typed, and `~topics~` for its
    /// topics.
    fileprivate static let walk = #"""
        # Offers what begins with $1 and is of the kind learned; $2 goes before each.
        ~f~_offer() {
            local line
            while IFS= read -r line; do
                COMPREPLY+=("$2$line")
            done < <(
                case $kind in
                    file) compgen -f -- "$1" ;;
                    directory) compgen -d -- "$1" ;;
                    list) compgen -W "$list" -- "$1" ;;
                esac
            )
            case $kind in
                file | directory) compopt -o filenames 2>/dev/null || ~f~_mark ;;
            esac
        }

        # Marks directories where the shell is too old to do it itself.
        ~f~_mark() {
            local index
            for index in "${!COMPREPLY[@]}"; do
                [[ ! -d ${COMPREPLY[index]} ]] || COMPREPLY[index]+=/
            done
        }

        # Learns which option at the end of the word $1 waits for a value, if any.
        ~f~_pending() {
            local index
            pending=''
            case $1 in
                --*) ! ~f~_value "$path" "$1" || pending=$1 ;;
                *)
                    for ((index = 1; index < ${#1}; index++)); do
                        ~f~_value "$path" "-${1:index:1}" || continue
                        ((index + 1 < ${#1})) || pending=-${1:index:1}
                        break
                    done
                    ;;
            esac
        }

        ~f~() {
            local current=${COMP_WORDS[COMP_CWORD]} path=~root~ pending='' ended='' helping='' word index
            local kind list commands options
            COMPREPLY=()
            for ((index = 1; index < COMP_CWORD; index++)); do
                word=${COMP_WORDS[index]}
                if [[ -n $pending ]]; then
                    # Bash makes three words of --name=value.
                    [[ $word == = ]] || pending=''
                elif [[ -z $ended && $word == -- ]]; then
                    ended=1
                elif [[ -z $ended && $word == -?* ]]; then
                    ~f~_pending "$word"
                elif [[ -z $helping && "$path $word" == ~help~ ]]; then
                    helping=1
                elif ~f~_command "$path $word"; then
                    path="$path $word"
                fi
            done
            if [[ -n $pending ]]; then
                [[ $current != = ]] || current=''
                ~f~_value "$path" "$pending"
                ~f~_offer "$current" ''
                return
            fi
            if [[ -z $ended && $current == --*=* ]]; then
                ~f~_value "$path" "${current%%=*}" || return 0
                ~f~_offer "${current#*=}" "${current%%=*}="
                return
            fi
            ~f~_command "$path"
            if [[ -n $helping ]]; then
                kind=list list=$commands
                [[ $path == ~root~ ]] && list+=' ~topics~'
            elif [[ -z $ended && $current == -* ]]; then
                kind=list list=$options
            elif [[ -n $commands ]]; then
                kind=list list=$commands
            fi
            ~f~_offer "$current" ''
        }

        complete -F ~f~ ~root~
        """#
}
