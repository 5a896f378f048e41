// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {RegistryStorage} from "./RegistryStorage.sol";

/// @title The records of many agents, as they lie in the Registry's storage
/// @dev Never deployed. An index that checks itself puts this code at the Registry's own address for the length of
/// one `eth_call` (a state override). Since it inherits the Registry's storage, the compiler keeps both layouts alike.
///
/// The call holds one byte, 0 for the words themselves or 1 for their SHA-256, and then agent numbers of 8 bytes
/// each. The words are eleven for each agent, in the order of the numbers, and at the end `nextAgentId`. Of an agent that
/// does not exist all words are zero but the hash of its empty scope.
contract RecordReader is RegistryStorage {
    uint256 private constant WORDS_OF_AN_AGENT = 11;
    uint256 private constant ID_BYTES = 8;

    fallback(bytes calldata question) external returns (bytes memory answer) {
        uint256 count = (question.length - 1) / ID_BYTES;
        bytes32[] memory words = new bytes32[](count * WORDS_OF_AN_AGENT + 1);
        for (uint256 i = 0; i < count; ++i) {
            uint256 start = 1 + i * ID_BYTES;
            uint256 agentId = uint64(bytes8(question[start:start + ID_BYTES]));
            _read(_agents[agentId], words, i * WORDS_OF_AN_AGENT);
        }
        words[words.length - 1] = bytes32(_nextAgentId);
        answer = abi.encodePacked(words);
        if (question[0] != 0) answer = abi.encodePacked(sha256(answer));
    }

    function _read(AgentRecord storage agent, bytes32[] memory words, uint256 at) private view {
        bytes32 verdict;
        bytes32 registration;
        bytes32 parties;
        assembly ("memory-safe") {
            verdict := sload(agent.slot)
            registration := sload(add(agent.slot, 1))
            // Without the scope's length, which its hash covers.
            parties := shr(32, shl(32, sload(add(agent.slot, 2))))
        }
        words[at] = verdict;
        words[at + 1] = registration;
        words[at + 2] = parties;
        words[at + 3] = agent.constitutionHash;
        words[at + 4] = agent.capabilityHash;
        words[at + 5] = keccak256(_loadScope(agent));
        words[at + 6] = bytes32(agent.children.length);
        words[at + 7] = bytes32(agent.reports.length);
        words[at + 8] = _toWord(agent.pendingHaftungsperson);
        words[at + 9] = _toWord(agent.pendingWallet);
        words[at + 10] = _toWord(agent.attester);
    }

    function _toWord(address account) private pure returns (bytes32) {
        return bytes32(uint256(uint160(account)));
    }
}
