// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistry} from "./interfaces/IRegistry.sol";

/// @title All that a KYA verdict needs, in one call and from one block
/// @dev Never deployed. A client sends the creation code with its arguments as an `eth_call` without a
/// recipient, and reads the answer where the code of the new contract would be. So a verdict and the words of
/// the parties never come from two blocks, and no further contract has to be trusted at an address.
///
/// The question is about a wallet, or about the agent of a number. The answer is empty if there is no contract at
/// the registry's address; else, ABI-encoded: the block's time, whether the wallet is registered, its record, the
/// consents of wallet, Haftungsperson and parent, the refusals of Haftungsperson and parent, the number of the agent
/// in whose entry the wallet was replaced, and for each notary of the question what it has certified about the
/// Haftungsperson. Of a wallet that is not registered all but the time and that number is zero or empty.
contract KyaReader {
    /// @param accredited whether the notary is accredited now
    struct Certificate {
        uint8 kind;
        uint8 level;
        uint64 until;
        bool accepted;
        bool accredited;
    }

    /// @param agentId zero if the question is about the wallet
    constructor(IRegistry registry, address wallet, uint256 agentId, address[] memory notaries) {
        bytes memory answer;
        if (address(registry).code.length != 0) answer = _answer(registry, wallet, agentId, notaries);
        assembly ("memory-safe") {
            return(add(answer, 32), mload(answer))
        }
    }

    function _answer(IRegistry registry, address wallet, uint256 agentId, address[] memory notaries)
        private
        view
        returns (bytes memory)
    {
        IRegistry.Agent memory agent;
        bool[3] memory consents;
        bool[2] memory refusals;
        Certificate[] memory certificates;
        bool isRegistered = agentId != 0 || registry.isRegistered(wallet);
        if (isRegistered) {
            agent = agentId == 0 ? registry.getAgentByWallet(wallet) : registry.getAgent(agentId);
            (consents[0], consents[1], consents[2]) = registry.consents(agent.agentId);
            (refusals[0], refusals[1]) = registry.refusals(agent.agentId);
            certificates = _certificates(registry, agent.haftungsperson, notaries);
        }
        uint256 retiredFrom = registry.retiredWallet(wallet);
        return abi.encode(block.timestamp, isRegistered, agent, consents, refusals, retiredFrom, certificates);
    }

    function _certificates(IRegistry registry, address person, address[] memory notaries)
        private
        view
        returns (Certificate[] memory certificates)
    {
        certificates = new Certificate[](notaries.length);
        for (uint256 i = 0; i < notaries.length; ++i) {
            Certificate memory found = certificates[i];
            (found.kind, found.level,, found.until, found.accepted) = registry.certificateOf(person, notaries[i]);
            found.accredited = registry.isNotary(notaries[i]);
        }
    }
}
