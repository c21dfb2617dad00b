import AttributionBase

package enum Shell: String, Sendable, CaseIterable {
    case bash
    case zsh
    case fish
}

extension Command {
    /// Returns a script that lets a shell complete the commands, options and values of this tool.
    ///
    /// The script asks the program for the candidates. Bash runs it from `~/.bashrc`; zsh finds it as `_aak` on its `fpath`, or runs it
    /// after `compinit`; fish finds it as `aak.fish` among its completions.
    package func completions(for shell: Shell) -> String {
        shell.script.replacingEach("~name~", by: name).replacingEach("~question~", by: Self.question) + "\n"
    }
}

extension Shell {
    fileprivate var script: String {
        switch self {
        // It works with bash 3.2 and later, and does not need bash-completion.
        case .bash:
            #"""
            # bash completion for ~name~, which asks the program what may follow.
            _~name~() {
                local words=("${1/#\~/$HOME}" ~question~) last=1 joins='' word cut kind='' start line index
                COMPREPLY=()
                for word in "${COMP_WORDS[@]:1:COMP_CWORD}"; do
                    # Bash makes three words of --name=value.
                    if [[ -n $joins || ($word == = && ${words[last]} == --*) ]]; then
                        words[last]+=$word
                        [[ -z $joins ]] && joins=1 word='' || joins=''
                    else
                        words[++last]=$word
                    fi
                done
                cut=$((${#words[last]} - ${#word})) word=${words[last]}
                {
                    read -r kind start
                    while IFS=$'\t' read -r line _; do
                        [[ $line != "$word"* ]] || COMPREPLY+=("${line:cut}")
                    done
                } < <("${words[@]}" 2>/dev/null)
                [[ $kind == file || $kind == directory ]] || return 0
                while IFS= read -r line; do
                    COMPREPLY+=("${word:cut:start-cut}$line")
                done < <(compgen -A "$kind" -- "${word:start}")
                compopt -o filenames 2>/dev/null && return
                # Marks folders where bash is too old to do it itself.
                for index in "${!COMPREPLY[@]}"; do
                    [[ ! -d ${COMPREPLY[index]} ]] || COMPREPLY[index]+=/
                done
            }
            complete -F _~name~ ~name~
            """#
        case .zsh:
            #"""
            #compdef ~name~
            # zsh completion for ~name~, which asks the program what may follow.
            _~name~() {
                local program=${${(Q)words[1]}/#\~/$HOME} line
                local -a before lines described
                before=("${(@Q)words[2,CURRENT-1]}")
                lines=("${(@f)$($program ~question~ "$before[@]" "${(Q)PREFIX}" 2>/dev/null)}")
                case ${lines[1]%% *} in
                    file) compset -p ${lines[1]#* } && _files ;;
                    directory) compset -p ${lines[1]#* } && _files -/ ;;
                    words)
                        for line in "${(@)lines[2,-1]}"; do
                            described+=("${${line/:/\\:}/$'\t'/:}")
                        done
                        _describe -t values value described
                        ;;
                esac
            }
            # The script may be found on fpath, where it is the function, or be sourced.
            if [[ $funcstack[1] == _~name~ ]]; then _~name~ "$@"; else compdef _~name~ ~name~; fi
            """#
        case .fish:
            #"""
            # fish completion for ~name~, which asks the program what may follow.
            function __~name~_answer
                set -l words (commandline -opc)
                set -l word (commandline -ct)
                set -l program (string replace -r '^~' "$HOME" -- $words[1])
                set -l answer ($program ~question~ $words[2..-1] "$word" 2>/dev/null)
                set -l kind (string split ' ' -- $answer[1])
                set -l before (string sub -l "$kind[2]" -- "$word")
                set -l rest (string sub -s (math "$kind[2]" + 1) -- "$word")
                switch "$kind[1]"
                    case file
                        printf '%s\n' $before(__fish_complete_path "$rest")
                    case directory
                        printf '%s\n' $before(__fish_complete_directories "$rest")
                    case words
                        printf '%s\n' $answer[2..-1]
                end
            end
            complete -c ~name~ -f -a '(__~name~_answer)'
            """#
        }
    }
}
